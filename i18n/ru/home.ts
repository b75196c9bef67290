/** Texts of the start page. */
export const home = {
  hello: 'Здравствуйте, %{name}',
  about: 'Что ждёт внимания, что изменилось и что загружали',
  totals: 'В базе',
  waiting: 'Ждут внимания',
  nothingWaits: 'нет',
  draftsWithoutBarcode: 'Черновики без штрихкода',
  draftsWithoutPrice: 'Черновики без цены',
  activeWithoutPrice: 'Активные товары без цены',
  activeWithoutPicture: 'Активные товары без изображения',
  modelsWithoutProducts: 'Модели без товаров',
  completeness: 'Заполненность товаров',
  missing: 'без значения %{number}',
  recent: 'Изменены недавно',
  imports: 'Последние импорты',
  rows: 'новых %{new}, изменено %{changed}, с ошибками %{faulty}',
} as const;
