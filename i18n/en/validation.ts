import type { Translation } from '../messages.ts';
import type * as ru from '../ru/validation.ts';

export const validation: Translation<typeof ru.validation> = {
  required: 'Fill in this field',
  type: 'Wrong format',
  unknownField: 'There is no such field: %{name}',
  tooLong: 'At most %{smart_count} character |||| At most %{smart_count} characters',
  tooShort: 'At least %{smart_count} character |||| At least %{smart_count} characters',
  min: 'Not less than %{limit}',
  max: 'Not more than %{limit}',
  digits: 'Only digits can stand here',
  number: 'A number is needed',
  date: 'There is no such date',
  email: 'Check the address: it is written as name@example.com',
  passwordMismatch: 'The passwords do not match',
  commonPassword: 'This password is too common and is tried first: choose another one',
  oneOf: 'One of: %{values}',
  code: {
    letters: 'A code has lower-case Latin letters, digits, “-” and “_”, a letter first',
    slug: 'A code has lower-case Latin letters, digits, “-” and “_”',
    ending: 'A code cannot end in _from, _to, _empty or _none: the parameters of filters end so',
  },
  schedule: {
    folder: 'A path such as suppliers/daisy is needed: no part begins with a dot, and none has : * ? < > |',
    address: 'An address such as https://name/path is needed, without name and password',
    time: 'A time such as 07:30 is needed',
    noFolders: 'This server has no folders for imports: the administrator sets IMPORTS_DIR for them',
  },
  destination: {
    url: 'An address such as https://name/path is needed',
    plainUrl: 'An address needs no name and password, no “?” and no “#”',
    folder: 'A folder: Latin letters, digits, “-”, “_” and dots; parts are divided by “/” and do not begin with a dot',
  },
  barcode: {
    digits: 'A barcode has digits only',
    length: 'A barcode has 4 to 14 digits',
    checkDigit: 'The check digit does not match, look at the barcode again',
  },
  sameWords: 'The words have to differ',
  decimals: {
    0: 'A whole number is needed',
    2: 'At most two digits after the point',
    3: 'At most three digits after the point',
  },
  twice: 'One project is given twice',
  categories: {
    deep: 'Categories are nested at most ten levels deep',
    many: 'A tree has at most 20,000 categories',
    twice: 'This category stands in the tree twice',
    strange: 'This platform has no such category: it was deleted or belongs to another platform',
  },
  noEdits: 'Choose what to change',
  unique: 'This value exists already',
  notFound: 'There is no such record',
};
