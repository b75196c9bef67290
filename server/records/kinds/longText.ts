import { textual, written } from '../../table/parsed.ts';
import { translateImport } from '../../translate.ts';
import { stored } from '../kind.ts';
import { shorter, textColumn } from './texts.ts';

export const longText = stored('longText', {
  ...textColumn,
  parse: cell => textual(cell, written(cell)),
  width: 48,
  rule: shorter,
  example: ({ max }) => translateImport('example.longText').slice(0, max),
});
