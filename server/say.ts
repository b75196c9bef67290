import { server } from '#i18n/ru/server.ts';
import { validation } from '#i18n/ru/validation.ts';
import { translator } from '#i18n/translate.ts';

/** What the server says: Russian, whatever language the screens are in (contract 1). */
export const say = translator('ru', server);

/** What the contract's checks say of a value. */
export const sayOfValue = translator('ru', validation);
