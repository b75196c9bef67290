/** The side of a picture, in SVG units and in px of the rendered image. */
export const SIDE_PX = 640;

export interface Colours {
  body: string;
  shade: string;
  pale: string;
  taste: string;
}

export interface SceneThing {
  body: string;
  foot: number;
  floor: number;
}

export const renderRoundGradient = (id: string, { body, shade }: Pick<Colours, 'body' | 'shade'>): string =>
  `<linearGradient id="${id}" x1="0" x2="1"><stop offset="0" stop-color="${shade}"/><stop offset=".24" stop-color="${body}"/><stop offset=".5" stop-color="${body}"/><stop offset="1" stop-color="${shade}"/></linearGradient>`;

export const renderHighlight = (x: number, y: number, width: number, height: number, strength = 0.28): string =>
  `<rect x="${x}" y="${y}" width="${width}" height="${height}" rx="${width / 2}" fill="#fff" opacity="${strength}"/>`;

export const renderEmblem = (x: number, y: number, size: number, { taste, pale }: Colours): string =>
  `<g transform="translate(${x} ${y}) scale(${size / 100})"><circle r="100" fill="${pale}"/><circle r="82" fill="${taste}"/><path d="M0 46C-46 30-50-24-8-52C22-18 26 20 0 46Z" fill="${pale}" opacity=".92"/><path d="M6 48C42 34 52-4 34-34C6-16-4 16 6 48Z" fill="${pale}" opacity=".62"/></g>`;

/** Bars in place of the words on a label, since real text would need fonts. */
export const renderLabelBars = (x: number, y: number, width: number, colour: string): string =>
  `<g fill="${colour}"><rect x="${x - width / 2}" y="${y}" width="${width}" height="13" rx="6"/><rect x="${x - width / 3}" y="${y + 24}" width="${(width * 2) / 3}" height="8" rx="4" opacity=".7"/></g>`;

export const renderScene = ({ body, foot, floor }: SceneThing, definitions: string, warmth: string): string =>
  `<svg xmlns="http://www.w3.org/2000/svg" width="${SIDE_PX}" height="${SIDE_PX}" viewBox="0 0 640 640"><defs>` +
  `<radialGradient id="wall" cx=".5" cy=".36" r=".85"><stop offset="0" stop-color="#fff"/><stop offset=".55" stop-color="${warmth}"/><stop offset="1" stop-color="${warmth}"/></radialGradient>` +
  `<linearGradient id="table" x1="0" y1="0" x2="0" y2="1"><stop offset="0" stop-color="#000" stop-opacity=".05"/><stop offset="1" stop-color="#000" stop-opacity="0"/></linearGradient>` +
  `<radialGradient id="shadow"><stop offset="0" stop-color="#2a1c12" stop-opacity=".42"/><stop offset=".6" stop-color="#2a1c12" stop-opacity=".16"/><stop offset="1" stop-color="#2a1c12" stop-opacity="0"/></radialGradient>` +
  `${definitions}</defs><rect width="640" height="640" fill="url(#wall)"/><rect y="${floor - 74}" width="640" height="${714 - floor}" fill="url(#table)"/>` +
  `<ellipse cx="330" cy="${floor}" rx="${foot * 0.72}" ry="${Math.max(18, foot * 0.11)}" fill="url(#shadow)"/>${body}</svg>`;
