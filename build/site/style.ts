/** Sources are written up to 120 characters wide: the column of text is made wide enough for most of them. */
export const style = `
:root { --vp-code-font-size: 0.8em; }
@media (min-width: 1824px) { :root { --vp-layout-max-width: 1760px; } }
.VPDoc.has-aside .content-container { max-width: 960px !important; }
.VPDoc.has-aside .aside { max-width: 224px; }
.vp-doc table { display: block; overflow-x: auto; }
`;
