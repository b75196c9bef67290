import { translateWord } from '../../table/labels.ts';
import { defineStoredKind } from '../kind.ts';

export const choice = defineStoredKind('choice', {
  write: (option, { resource }, _nameOf, format) =>
    format?.kind === 'code' ? option : translateWord(option, resource),
  columnFormat: 'code',
});
