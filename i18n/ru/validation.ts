/** Texts of the contract's checks, shown at the field on both sides. */
export const validation = {
  required: 'Заполните поле',
  type: 'Значение другого вида',
  unknownField: 'Такого поля нет: %{name}',
  tooLong:
    'Не длиннее %{smart_count} знака |||| Не длиннее %{smart_count} знаков |||| Не длиннее %{smart_count} знаков',
  tooShort: 'Не короче %{smart_count} знака |||| Не короче %{smart_count} знаков |||| Не короче %{smart_count} знаков',
  min: 'Не меньше %{limit}',
  max: 'Не больше %{limit}',
  number: 'Нужно число',
  date: 'Нужна дата',
  email: 'Проверьте адрес: он пишется как имя@домен.ru',
  passwordMismatch: 'Пароли не совпадают',
  oneOf: 'Допустимо: %{values}',
  code: {
    letters: 'Код — латинские строчные буквы, цифры, «-» и «_», первой стоит буква',
    ending: 'Код не может оканчиваться на _from, _to и _empty: так заканчиваются параметры фильтров',
  },
  barcode: {
    digits: 'В штрихкоде могут быть только цифры',
    length: 'Штрихкод — от 4 до 14 цифр',
    checkDigit: 'Контрольная цифра не сходится, проверьте штрихкод',
  },
  decimals: {
    0: 'Нужно целое число',
    2: 'Не больше двух знаков после запятой',
    3: 'Не больше трёх знаков после запятой',
  },
  twice: 'Один проект указан дважды',
  unique: 'Такое значение уже есть',
  notFound: 'Такой записи нет',
} as const;
