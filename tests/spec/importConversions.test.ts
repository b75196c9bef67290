import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Conversion } from '#contract/importMapping.ts';
import { parseCell } from '#server/table/cells.ts';
import { countKnown } from '#server/table/columns.ts';
import { applyConversions } from '#server/table/convert.ts';
import { importableFields } from '#server/table/importable.ts';
import { openTable } from '#server/table/openTable.ts';
import type { Cell } from '#server/table/row.ts';
import { bookParts, fileOf, zipOf } from '#tests/support/tables.ts';

const parsedAs = (name: string, cell: Cell) => {
  const field = importableFields.get(name);
  if (!field || cell === null) throw new Error(`no value for the field "${name}"`);
  const parsed = parseCell(cell, field, {});
  return 'fault' in parsed ? parsed.fault.kind : parsed.value;
};

const money = fc.integer({ min: 0, max: 99_999_999 }).map(kopecks => kopecks / 100);
const grams = fc.integer({ min: 1, max: 10_000_000 });

/** An amount as people write it: groups of thousands, a decimal mark, a currency. */
const written = (amount: number, group: string, mark: string): string => {
  const [whole = '', part] = amount.toFixed(2).split('.');
  return `${whole.replace(/\B(?=(\d{3})+$)/g, group)}${mark}${part}`;
};

describe('§1 Import of nomenclature: conversions', () => {
  it('[I701] a price is the same however it is written', () => {
    const forms = fc.constantFrom(
      (amount: number) => `${written(amount, ' ', ',')} ₽`,
      (amount: number) => `${written(amount, '\u00a0', ',')} руб.`,
      (amount: number) => `${written(amount, '', '.')}р.`,
      (amount: number) => `RUB ${written(amount, '', '.')}`,
      (amount: number) => written(amount, '\u202f', ','),
    );
    fc.assert(
      fc.property(money, forms, (amount, form) => {
        expect(parsedAs('price', form(amount))).toBe(amount);
      }),
    );
  });

  it('[I701] the decimal mark of a column decides where an amount could be read in two ways', () => {
    expect(parsedAs('price', '1,290')).toBe('groupedByCommas');
    const marks = fc.constantFrom({ mark: '.', group: ',' } as const, { mark: ',', group: '.' } as const);
    fc.assert(
      fc.property(money, marks, (amount, { mark, group }) => {
        const cell = applyConversions(written(amount, group, mark), [{ kind: 'decimal', mark }]);
        expect(parsedAs('price', cell)).toBe(amount);
      }),
    );
    expect(parsedAs('price', applyConversions('1,290 ₽', [{ kind: 'decimal', mark: '.' }]))).toBe(1290);
  });

  it('[I701] grams, kilograms and tonnes are the same weight, as text and as numbers under a heading', () => {
    fc.assert(
      fc.property(grams, weight => {
        const kilograms = weight / 1000;
        expect(parsedAs('weight', `${weight} г`)).toBe(kilograms);
        expect(parsedAs('weight', `${String(kilograms).replace('.', ',')} кг`)).toBe(kilograms);
        expect(parsedAs('weight', applyConversions(weight, [{ kind: 'unit', unit: 'g' }]))).toBe(kilograms);
        expect(parsedAs('weight', applyConversions(String(weight), [{ kind: 'unit', unit: 'g' }]))).toBe(kilograms);
        expect(parsedAs('weight', applyConversions(`${kilograms} kg`, [{ kind: 'unit', unit: 'g' }]))).toBe(kilograms);
      }),
    );
    expect(parsedAs('weight', applyConversions(0.25, [{ kind: 'unit', unit: 't' }]))).toBe(250);
  });

  it('[I780] what a unit, a currency or a multiple cannot read is a fault of the cell, and never the bare number', () => {
    const grams: Conversion = { kind: 'unit', unit: 'g' };
    const dollars: Conversion = { kind: 'currency', currency: 'USD' };
    const rate: Conversion = { kind: 'rate', currency: 'USD', rate: 90 };
    const weight = (cell: Cell, ...steps: Conversion[]) => parsedAs('weight', applyConversions(cell, steps));
    const price = (cell: Cell, ...steps: Conversion[]) => parsedAs('price', applyConversions(cell, steps));
    expect(weight('250,000', grams)).toBe('groupedByCommas');
    expect(weight('1,290 г', grams)).toBe('groupedByCommas');
    expect(weight('250,000', grams, { kind: 'multiply', by: 2 })).toBe('notNumber');
    expect(weight('1,250', { kind: 'multiply', by: 2 })).toBe('notNumber');
    expect(weight('0,125', { kind: 'unit', unit: 't' })).toBe(125);
    for (const half of [',5', '.5', '0,500']) {
      expect(weight(half, grams)).toBe(0.0005);
      expect(weight(half, { kind: 'multiply', by: 2 })).toBe(1);
      expect(price(half, dollars)).toBe('otherCurrency');
      expect(price(half, dollars, rate)).toBe(45);
      expect(price(half, { kind: 'withoutTax', percent: 25 })).toBe(0.4);
    }
    for (const steps of [[dollars], [dollars, rate]]) expect(price('1,290', ...steps)).toBe('otherCurrency');
    expect(price('1,290', { kind: 'withoutTax', percent: 20 })).toBe('notNumber');
  });

  it('[I701] a price in another currency is a fault, unless it has a rate', () => {
    const rate: Conversion = { kind: 'rate', currency: 'USD', rate: 92.5 };
    for (const cell of ['12 USD', '$12', '12,00 $', { amount: 12, currency: 'USD' }]) {
      expect(parsedAs('price', cell)).toBe('otherCurrency');
      expect(parsedAs('price', applyConversions(cell, [rate]))).toBe(1110);
    }
    expect(parsedAs('price', applyConversions(12, [{ kind: 'currency', currency: 'USD' }]))).toBe('otherCurrency');
    expect(parsedAs('price', applyConversions('12', [{ kind: 'currency', currency: 'USD' }, rate]))).toBe(1110);
    expect(parsedAs('price', applyConversions('12 €', [rate]))).toBe('otherCurrency');
    expect(parsedAs('price', applyConversions('12 ₽', [rate]))).toBe(12);
    fc.assert(
      fc.property(money, fc.integer({ min: 1, max: 10_000 }), (amount, per) => {
        const cell = applyConversions({ amount, currency: 'EUR' }, [
          { kind: 'rate', currency: 'EUR', rate: per / 100 },
        ]);
        expect(cell).toBeCloseTo((amount * per) / 100, 1);
        expect(Number(Number(cell).toFixed(2))).toBe(cell);
      }),
    );
  });

  it('[I787] what the number format of a cell shows is its currency, known or not, or its unit of weight', async () => {
    const formats = [
      ['price', '#,##0.00 [$CHF]', 'otherCurrency'],
      ['price', '#,##0.00\\ [$zł-415]', 'otherCurrency'],
      ['price', '[$Tk-845] #,##0', 'otherCurrency'],
      ['price', '#,##0.00\\ [$₽-419]', 250],
      ['price', '[$-419]#,##0.00', 250],
      ['price', '0" г"', 250],
      ['weight', '0" г"', 0.25],
      ['weight', '0.000\\ [$кг-419]', 250],
      ['weight', '#,##0" т."', 250_000],
      ['weight', '0" шт."', 250],
    ] as const;
    const attribute = (text: string) => text.replaceAll('"', '&quot;');
    const styles =
      `<numFmts>${formats.map(([, code], at) => `<numFmt numFmtId="${200 + at}" formatCode="${attribute(code)}"/>`).join('')}</numFmts>` +
      `<cellXfs>${formats.map((_, at) => `<xf numFmtId="${200 + at}"/>`).join('')}</cellXfs>`;
    const row = formats.map((_, at) => `<c s="${at}"><v>250</v></c>`).join('');
    const table = await openTable(fileOf(zipOf(bookParts(`<row>${row}</row>`, { styles }))), countKnown);
    for await (const [read] of table.rows())
      for (const [at, [field, code, expected]] of formats.entries())
        expect([code, parsedAs(field, read?.cells[at] ?? null)]).toEqual([code, expected]);
    table.close();
    expect(parsedAs('weight', applyConversions({ amount: 500, unit: 'g' }, [{ kind: 'unit', unit: 't' }]))).toBe(0.5);
    expect(parsedAs('weight', applyConversions({ amount: 500, unit: 'g' }, [{ kind: 'multiply', by: 2 }]))).toBe(1);
    const rate: Conversion = { kind: 'rate', currency: 'CHF', rate: 100 };
    expect(parsedAs('price', applyConversions({ amount: 5, currency: 'CHF' }, [rate]))).toBe(500);
  });

  it('[I960] yes and no are read from the words that suppliers write', () => {
    for (const cell of ['да', 'Есть', '+', 'YES', '1', true]) expect(parsedAs('by_weight', cell)).toBe(true);
    for (const cell of ['нет', 'Нет', '-', 'no', '0', false]) expect(parsedAs('by_weight', cell)).toBe(false);
    expect(parsedAs('by_weight', 'ага')).toBe('notFlag');
  });

  it('[I701] a tax is taken off, to whole kopecks', () => {
    fc.assert(
      fc.property(money, fc.constantFrom(0, 10, 20, 22), (net, percent) => {
        const gross = Math.round(net * (100 + percent)) / 100;
        const off = applyConversions(gross, [{ kind: 'withoutTax', percent }]);
        expect(off).toBeCloseTo(net, 1);
        expect(applyConversions(`${gross} руб.`, [{ kind: 'withoutTax', percent }])).toBe(off);
      }),
    );
    expect(applyConversions('120 $', [{ kind: 'withoutTax', percent: 20 }])).toEqual({ amount: 100, currency: 'USD' });
  });

  it('[I701] a part of a cell, the text between others, digits, a multiple', () => {
    const made = (cell: Cell, ...steps: Conversion[]) => applyConversions(cell, steps);
    expect(made('Чай / 100 г / ящик', { kind: 'part', separator: '/', at: 2 })).toBe('100 г');
    expect(made('Чай / 100 г / ящик', { kind: 'part', separator: '/', at: -1 })).toBe('ящик');
    expect(made('Чай', { kind: 'part', separator: '/', at: 2 })).toBeNull();
    expect(made('Чай (арт. 12-а)', { kind: 'between', after: '(арт.', before: ')' })).toBe('12-а');
    expect(made('Чай', { kind: 'between', after: '(', before: null })).toBe('Чай');
    expect(made('460-0000 00000.8', { kind: 'digits' })).toBe('4600000000008');
    expect(made(3, { kind: 'multiply', by: 1.1 })).toBe(3.3);
    expect(made('0,1 кг', { kind: 'multiply', by: 12 })).toBe(1.2);
    expect(made('много', { kind: 'multiply', by: 2 }, { kind: 'withoutTax', percent: 20 })).toBe('много');
  });

  it('[I701] dates as text, in the order of the sender', () => {
    const date = (text: string, order: 'dmy' | 'mdy' | 'ymd') => applyConversions(text, [{ kind: 'date', order }]);
    expect(date('31.12.26', 'dmy')).toEqual({ day: '2026-12-31' });
    expect(date('12/31/2026', 'mdy')).toEqual({ day: '2026-12-31' });
    expect(date('2026-12-31 10:00', 'ymd')).toEqual({ day: '2026-12-31' });
    expect(date('31.02.2026', 'dmy')).toBe('31.02.2026');
    expect(date('скоро', 'dmy')).toBe('скоро');
  });

  it('[I701] whatever a cell holds, no conversion throws or makes something of what it does not understand', () => {
    const cell = fc.oneof(fc.string(), fc.double(), fc.boolean(), fc.constant(null), fc.constant({ error: '#N/A' }));
    const all: Conversion[] = [
      { kind: 'decimal', mark: ',' },
      { kind: 'unit', unit: 'g' },
      { kind: 'currency', currency: 'USD' },
      { kind: 'rate', currency: 'USD', rate: 2 },
      { kind: 'withoutTax', percent: 20 },
      { kind: 'multiply', by: 2 },
      { kind: 'date', order: 'dmy' },
    ];
    fc.assert(
      fc.property(cell, fc.subarray(all), (value, steps) => {
        const letters = typeof value === 'string' && !/\d/.test(value);
        if (letters) expect(applyConversions(value, steps)).toBe(value);
        else applyConversions(value, steps);
      }),
    );
  });
});
