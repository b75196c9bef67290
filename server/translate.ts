import { server } from '#i18n/ru/server.ts';
import { validation } from '#i18n/ru/validation.ts';
import { translator } from '#i18n/translate.ts';

/** Translates messages of the API: always Russian, whatever the language of the screens (contract 1). */
export const translate = translator('ru', server);

/** Translates the messages of the contract's checks. */
export const translateValidation = translator('ru', validation);
