import type { Labels } from '../../messages.ts';

export const matrices = {
  one: 'Матрица',
  several: 'Матрицы',
  count: '%{number} матрица |||| %{number} матрицы |||| %{number} матриц',
  object: '%{number} матрицу |||| %{number} матрицы |||| %{number} матриц',
  create: 'Новая матрица',
  denied: 'У вас нет доступа к разделу с матрицами',
  faults: { endsBeforeStart: 'Не раньше начала' },
  words: { active: 'Активна' },
  fields: {
    name: 'Название',
    code: 'Код',
    status: 'Статус',
    author: 'Автор',
    products_count: 'Товаров',
    starts_on: 'Начало',
    ends_on: 'Конец',
    access: 'Доступ',
  },
} as const satisfies Labels<'matrices'>;
