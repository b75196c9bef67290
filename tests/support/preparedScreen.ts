import { screen, waitFor, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { expect } from 'vitest';
import { useScreens } from './screen.tsx';
import { csvOf } from './tables.ts';

export const PAGE = '/content/nomenclature/import';
/** In the pattern syntax of `msw`. */
export const PREPARED_CALL = '*/api/products/import/nomenclature/prepared';

const rows = [
  ['Артикул', 'Название', 'Бренд', 'Вес, кг', 'Полка'],
  ['A-1', 'Квас', 'Росток', '0,5', '7'],
  ['A-2', 'Морс', 'Ростик', 'много', ''],
  ['A-3', 'Тан', 'Росток', 'много', ''],
];

const filters = () => within(screen.getByRole('group', { name: 'Строки таблицы' }));
const counts = () =>
  filters()
    .getAllByRole('button')
    .map(({ textContent }) => textContent);

/** Opens the import page with a table that has been uploaded. */
export const usePreparedScreens = () => {
  const screens = useScreens();
  return {
    ...screens,
    filters,
    openPage: async (): Promise<UserEvent> => {
      const { user } = await screens.open(PAGE, 'admin');
      await screen.findByRole('heading', { name: 'Перетащите таблицу сюда' });
      return user;
    },
    send: (user: UserEvent, table = rows) =>
      user.upload(screen.getByLabelText('Выбрать файл', { selector: 'input' }), new File([csvOf(table)], 'товары.csv')),
    title: () => screen.findByRole('heading', { name: 'Что сделает импорт' }),
    counted: (...expected: string[]) => waitFor(() => expect(counts()).toEqual(expected)),
    rowAt: (name: string) => screen.findByRole('row', { name: new RegExp(name) }),
    start: () => screen.getByRole('button', { name: 'Импортировать' }),
  };
};
