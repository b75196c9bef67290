import { translateWord } from '../../table/labels.ts';
import { defineStoredKind } from '../kind.ts';

export const choice = defineStoredKind('choice', { write: (option, { resource }) => translateWord(option, resource) });
