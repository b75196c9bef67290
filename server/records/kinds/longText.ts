import { parseText, readCellText } from '../../table/parseResult.ts';
import { translateImport } from '../../translate.ts';
import { defineStoredKind } from '../kind.ts';
import { createMaxLengthRule, textColumn } from './texts.ts';

export const longText = defineStoredKind('longText', {
  ...textColumn,
  parse: cell => parseText(cell, readCellText(cell)),
  width: 48,
  rule: createMaxLengthRule,
  example: ({ max }) => translateImport('example.longText').slice(0, max),
});
