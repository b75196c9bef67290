import { server } from '#i18n/ru/server.ts';
import { validation } from '#i18n/ru/validation.ts';
import { translator } from '#i18n/translate.ts';

/** Translates messages of the API: always Russian, whatever the language of the screens (contract 1). */
export const translate = translator('ru', server);

/** Translates the contract's validation messages; in Russian too, because they appear in the same responses. */
export const translateValidation = translator('ru', validation);
