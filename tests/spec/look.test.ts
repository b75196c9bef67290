import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { palettes } from '#ui/theme/palette.ts';

type Rgb = readonly [red: number, green: number, blue: number];

const css = readFileSync('ui/theme/tokens.css', 'utf8');

/** The colours of one theme by name. */
const paletteOf = (theme: 'light' | 'dark'): Map<string, Rgb> => {
  const block = css.slice(css.indexOf(`[data-theme="${theme}"] {`)).split('}')[0] ?? '';
  const colours = [...block.matchAll(/--([\w-]+): #([0-9a-f]{6});/g)];
  return new Map(
    colours.map(([, name = '', hex = '']) => {
      const part = (at: number) => Number.parseInt(hex.slice(at, at + 2), 16);
      return [name, [part(0), part(2), part(4)]];
    }),
  );
};

const hexOf = (colour: Rgb | undefined): string =>
  `#${(colour ?? []).map(part => part.toString(16).padStart(2, '0')).join('')}`;

/** WCAG 2.2, relative luminance and contrast ratio. */
const luminance = (colour: Rgb): number => {
  const [red, green, blue] = colour.map(part => {
    const share = part / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  }) as unknown as Rgb;
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
};
const contrast = (one: Rgb, other: Rgb): number => {
  const [light = 0, dark = 0] = [luminance(one), luminance(other)].toSorted((a, b) => b - a);
  return (light + 0.05) / (dark + 0.05);
};

const hueOf = ([red, green, blue]: Rgb): number => {
  const max = Math.max(red, green, blue);
  const span = max - Math.min(red, green, blue);
  const turn = max === red ? (green - blue) / span : max === green ? 2 + (blue - red) / span : 4 + (red - green) / span;
  return (turn * 60 + 360) % 360;
};

const grounds = ['canvas', 'surface', 'sunken', 'hover'];
const texts = [
  ...['text', 'muted', 'danger'].flatMap(text => grounds.map(ground => [text, ground] as const)),
  ['faint', 'surface'],
  ['text', 'selected'],
  ['current', 'selected'],
  ['current', 'surface'],
  ['on-primary', 'primary'],
  ['on-primary', 'primary-strong'],
  ...['danger', 'warning', 'success', 'info'].map(kind => [kind, `${kind}-surface`] as const),
] as const;
const controls = ['outline', 'focus', 'primary'].flatMap(name => ['canvas', 'surface'].map(ground => [name, ground]));

describe.each(['light', 'dark'] as const)('The palette, %s', theme => {
  const palette = paletteOf(theme);
  const ratio = (one: string, other: string): number => {
    const [first, second] = [palette.get(one), palette.get(other)];
    if (!first || !second) throw new Error(`the palette has no "${one}" or no "${other}"`);
    return contrast(first, second);
  };

  it.each(texts)('[U1] text in %s on %s has a contrast of at least 4.5', (text, ground) => {
    expect(ratio(text, ground)).toBeGreaterThanOrEqual(4.5);
  });

  it.each(controls)('[U1] a control or the focus in %s on %s has a contrast of at least 3', (name, ground) => {
    expect(ratio(name ?? '', ground ?? '')).toBeGreaterThanOrEqual(3);
  });

  it('[Q1] components compute with the values of the tokens', () => {
    for (const [name, hex] of Object.entries(palettes[theme]))
      expect([name, hex]).toEqual([name, hexOf(palette.get(name))]);
  });

  it('[K16] the primary colour is a red shade', () => {
    const hue = hueOf(palette.get('primary') ?? [0, 0, 0]);
    expect(Math.min(hue, 360 - hue)).toBeLessThan(15);
  });
});
