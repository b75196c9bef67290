import { describe, expect, it } from 'vitest';
import { importableFields } from '#server/table/importable.ts';
import type { Lookups } from '#server/table/parseResult.ts';
import { type ChosenLayout, proposeLayout } from '#server/table/proposeLayout.ts';
import type { Cell, Table } from '#server/table/row.ts';
import { tableOf } from '#tests/support/mapped.ts';

const lookups: Lookups = {
  brand: new Map([
    ['росток', 1],
    ['лето', 2],
  ]),
  unit: new Map([
    ['шт', 5],
    ['кор', 6],
  ]),
};

const proposed = (table: Table, closed: readonly string[] = [], chosen: ChosenLayout = {}) =>
  proposeLayout(table, { fields: importableFields, lookups, closed }, chosen);
const fieldsOf = async (...rows: Cell[][]) => {
  const { proposal } = await proposed(tableOf(...rows));
  return proposal.columns.map(({ field }) => field);
};

describe('§1 Import of nomenclature: what a proposal does not guess', () => {
  it('[I781] of columns that are called alike none is taken, and it says what to choose', async () => {
    const { proposal, refusal } = await proposed(
      tableOf(['Артикул', 'Москва', 'Казань'], [null, 'Цена', 'Цена'], ['A-1', 10, 12], ['A-2', 20, 22]),
    );
    expect(proposal.columns.map(({ field }) => field)).toEqual(['sku', null, null]);
    expect([refusal?.kind, refusal?.values]).toMatchObject(['twiceColumn', { first: 'Москва Цена' }]);
    const articles = await proposed(tableOf(['Код', 'Код', 'Название'], ['A-1', 'B-1', 'Чай'], ['A-2', 'B-2', 'Квас']));
    expect(articles.proposal.columns.map(({ field }) => field)).toEqual([null, null, 'name']);
    expect(articles.refusal?.kind).toBe('twiceColumn');
  });

  it('[I920] names that are alike are joined with the only column of measures that tells their products apart', async () => {
    const header = ['Артикул', 'Наименование', 'Объём', 'Остаток'];
    const join = async (rows: readonly (readonly string[])[], upper: readonly string[] = header) => {
      const { proposal } = await proposed(tableOf(upper, ...rows));
      const name = proposal.columns.find(({ field }) => field === 'name');
      return [name?.sources.map(one => one.header).join(' + '), name?.why, name?.samples[0]];
    };
    const drinks = [
      ['GAZ-1', 'Лимонад', '0,5 л', '12'],
      ['GAZ-2', 'Лимонад', '1 л', '7'],
      ['GAZ-3', 'Тархун', '6 x 330 мл', '1'],
    ] as const;
    expect(await join(drinks)).toEqual(['Наименование + Объём', 'namesakes', 'Лимонад 0,5 л']);
    const plain = (rows: readonly (readonly string[])[]) => [
      'Наименование',
      expect.stringMatching(/heading|synonym/),
      rows[0]?.[1],
    ];
    for (const rows of [
      // All names differ.
      drinks.slice(1),
      // One product in two rows.
      [drinks[0], ['GAZ-1', 'Лимонад', '1 л', '7']],
      // Not told apart.
      [drinks[0], ['GAZ-2', 'Лимонад', '0,5 л', '7']],
      // The names have it already.
      [drinks[0], ['GAZ-2', 'Лимонад', '1 л', '7'], ['GAZ-3', 'Тархун 1 л', '1 л', '5']],
      // Amounts and plain numbers.
      [
        ['GAZ-1', 'Лимонад', '90 руб', '12'],
        ['GAZ-2', 'Лимонад', '95 руб', '7'],
      ],
    ])
      expect(await join(rows)).toEqual(plain(rows));
    const twice = drinks.map(([sku, name, volume]) => [sku, name, volume, volume]);
    expect(await join(twice, ['Артикул', 'Наименование', 'Объём', 'Фасовка'])).toEqual(plain(twice));
  });

  it('[I782] a field is filled by section headings only where there are some, all known to it, and it is open to the user', async () => {
    const header = ['Артикул', 'Название', 'Цена'];
    const total = await proposed(tableOf(header, ['Итого'], ['A-1', 'Квас', 10], ['A-2', 'Морс', 11]));
    expect([total.proposal.sections, total.proposal.leftOut]).toMatchObject([null, { sections: [], totals: [2] }]);
    const sections = tableOf(header, ['Росток'], ['A-1', 'Квас', 10], ['Лето'], ['A-2', 'Морс', 11]);
    expect((await proposed(sections)).proposal.sections).toEqual({ field: 'brand_id' });
    expect((await proposed(sections, ['brand_id'])).proposal.sections).toEqual({ field: null });
  });

  it('[I783] a product whose article begins with a word of totals is a product', async () => {
    const { proposal } = await proposed(
      tableOf(
        ['Артикул', 'Название', 'Цена'],
        ['TOTAL 213774', 'Масло', 10],
        ['Total-5W30', 'Масло', 11],
        ['Всего', null, 21],
        ['Итого:', null, 21],
        ['Всего наименований 2, на сумму 21', null, null],
      ),
    );
    expect(proposal.leftOut).toEqual({ above: 0, sections: [], totals: [4, 5, 6] });
  });

  it('[I784] another sheet is read only where the first one has no known columns or no key', async () => {
    const bookOf = (first: Cell[][]): Table => {
      const second: Table = { ...tableOf(['Артикул', 'Название'], ['A-1', 'Чай']), sheet: 'Второй' };
      return { ...tableOf(...first), sheet: 'Первый', sheets: ['Первый', 'Второй'], onSheet: () => second };
    };
    const twice = await proposed(
      bookOf([
        ['Артикул', 'Цена', 'Цена'],
        ['A-1', 1, 2],
      ]),
    );
    expect([twice.proposal.sheet, twice.refusal?.kind]).toEqual([null, 'twiceColumn']);
    const codes = await proposed(
      bookOf([
        ['Код', 'Код'],
        ['A-1', 'B-1'],
      ]),
    );
    expect([codes.proposal.sheet, codes.refusal?.kind]).toEqual([null, 'twiceColumn']);
    for (const cover of [[['Условия']], [['Название'], ['Чай']]]) {
      const { proposal, refusal } = await proposed(bookOf(cover));
      expect([proposal.sheet, refusal]).toEqual(['Второй', null]);
    }
  });

  it('[I785] what belongs to a box, a purchase or an order is never guessed to be the product’s', async () => {
    expect(
      await fieldsOf(
        ['Артикул', 'Штрихкод короба', 'EAN', 'Закупочная цена', 'Ед. заказа'],
        ['A-1', '14600000000005', '14600000000005', '12 ₽', 'шт'],
        ['A-2', '14600000000012', '14600000000012', '13 ₽', 'кор'],
      ),
    ).toEqual(['sku', null, null, null, null]);
    const boxes = await fieldsOf(['Артикул', 'Код короба'], ['A-1', '4600000000008'], ['A-2', '4600000000015']);
    expect(boxes).toEqual(['sku', null]);
    const priced = async (heading: string) => (await fieldsOf(['Артикул', heading], ['A-1', '5 ₽'], ['A-2', '6 ₽']))[1];
    for (const heading of ['Цена опт.', 'Оптовая', 'Цена за короб', 'Доставка', 'Бонус', 'Wholesale price'])
      expect([heading, await priced(heading)]).toEqual([heading, null]);
    for (const heading of ['Цена оптимальная', 'Ваша цена', 'Стоимость', '₽', 'Price (shop)'])
      expect([heading, await priced(heading)]).toEqual([heading, 'price']);
    expect(
      await fieldsOf(['Артикул', 'Опт', 'Розница'], [null, 'Цена', 'Цена'], ['A-1', 10, 12], ['A-2', 20, 22]),
    ).toEqual(['sku', null, 'price']);
  });

  it('[I786] a heading with a measure that the field does not have is another column', async () => {
    for (const heading of ['Цена/т', 'Цена, кг', 'Розница (г)', 'Вес, USD', 'Вес нетто, руб.', 'Название, кг'])
      expect([heading, await fieldsOf(['Артикул', heading], ['A-1', 5], ['A-2', 6])]).toEqual([heading, ['sku', null]]);
    expect(await fieldsOf(['Артикул', 'Вес, т', 'Розница, USD'], ['A-1', 5, 6])).toEqual(['sku', 'weight', 'price']);
  });
});
