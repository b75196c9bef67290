import { words } from '#i18n/ru/words.ts';
import { stored } from '../kind.ts';

export const choice = stored('choice', { write: word => words[word] ?? word });
