import { importLog } from '#i18n/ru/importLog.ts';
import { textual, written } from '../../table/parsed.ts';
import { stored } from '../kind.ts';
import { inText, shorter } from './texts.ts';

export const text = stored('text', {
  ...inText,
  parse: (cell, { mayBeCode }) => textual(cell, inOneLine(written(cell)), mayBeCode),
  isCode: ({ mayBeCode }) => mayBeCode === true,
  width: 32,
  format: () => '@',
  rule: shorter,
  example: ({ max }) => importLog.example.text.slice(0, max),
});

/** Not by one pattern of spaces around a line's end: that takes the square of how many there are. */
const inOneLine = (text: string): string =>
  text
    .split('\n')
    .map(line => line.trim())
    .filter(Boolean)
    .join(' ');
