/**
 * Every field kind. A kind added here must also be added to the registries of the client and the server, which
 * otherwise do not compile.
 */
export { attributes } from './fields/attributes.ts';
export { barcode } from './fields/barcode.ts';
export { byCode } from './fields/byCode.ts';
export { categories } from './fields/categories.ts';
export { choice } from './fields/choice.ts';
export { date } from './fields/date.ts';
export { flag } from './fields/flag.ts';
export { localized } from './fields/localized.ts';
export { longText } from './fields/longText.ts';
export { many } from './fields/many.ts';
export { moment } from './fields/moment.ts';
export { money } from './fields/money.ts';
export { number } from './fields/number.ts';
export { one } from './fields/one.ts';
export { password } from './fields/password.ts';
export { permissions } from './fields/permissions.ts';
export { person } from './fields/person.ts';
export { picture } from './fields/picture.ts';
export { place } from './fields/place.ts';
export { prices } from './fields/prices.ts';
export { reference } from './fields/reference.ts';
export { references } from './fields/references.ts';
export { sharing } from './fields/sharing.ts';
export { status } from './fields/status.ts';
export { text } from './fields/text.ts';
