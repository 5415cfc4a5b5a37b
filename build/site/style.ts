/** Sources are written up to 120 characters wide: the column of text is made wide enough for most of them. */
export const style = `
:root { --vp-layout-max-width: 1760px; --vp-code-font-size: 0.8em; }
.VPDoc.has-aside .content-container { max-width: 960px !important; }
.vp-doc table { display: block; overflow-x: auto; }
`;
