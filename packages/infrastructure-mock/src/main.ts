#!/usr/bin/env node
console
