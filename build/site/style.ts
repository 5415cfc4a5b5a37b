/**
 * Sources are up to 120 characters wide: the content column fits most of them, or 85 characters at 1280 pixels. Headings in "On this page"
 * wrap, so that none is truncated.
 */
export const style = `
:root { --vp-code-font-size: 0.8em; }
@media (min-width: 1824px) { :root { --vp-layout-max-width: 1760px; } }
.VPDoc.has-aside .content-container { max-width: 960px !important; }
.VPDoc.has-aside .aside { max-width: 224px; padding-left: 16px; }
.VPDoc.has-aside .aside-container, .VPDoc.has-aside .aside-curtain { width: 208px; }
@media (min-width: 1280px) {
  .VPDoc.has-aside { padding-left: 16px; padding-right: 16px; }
  .VPDoc.has-aside .content { padding-left: 24px; padding-right: 24px; }
}
.VPDoc .VPDocAsideOutline .outline-link { padding-top: 5px; padding-bottom: 5px; line-height: 20px; white-space: normal; overflow-wrap: anywhere; }
.VPDoc .VPDocAsideOutline .nested { padding-left: 8px; padding-right: 0; }
.VPDoc .VPDocAsideOutline .nested .outline-link { font-size: 12px; }
.vp-doc table { display: block; overflow-x: auto; }
.vp-doc th, .vp-doc td { padding: 6px 12px; }
.vp-doc td:first-child { min-width: 9.5em; }
.vp-doc img { border-radius: 8px; }
`;
