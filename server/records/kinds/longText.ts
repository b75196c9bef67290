import { importLog } from '#i18n/ru/importLog.ts';
import { textual, written } from '../../table/parsed.ts';
import { stored } from '../kind.ts';
import { shorter, textColumn } from './texts.ts';

export const longText = stored('longText', {
  ...textColumn,
  parse: cell => textual(cell, written(cell)),
  width: 48,
  rule: shorter,
  example: ({ max }) => importLog.example.longText.slice(0, max),
});
