import { wordOf } from '../../table/labels.ts';
import { stored } from '../kind.ts';

export const choice = stored('choice', { write: (word, { resource }) => wordOf(word, resource) });
