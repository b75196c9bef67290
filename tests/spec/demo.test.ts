import { describe, expect, it } from 'vitest';
import { validateBarcode } from '#contract/barcode.ts';
import { records } from '#contract/records.ts';
import { roleSlugs } from '#contract/roles.ts';
import { type DemoProduct, generateDemoData } from '#server/demo/data.ts';

const data = generateDemoData();
const other = generateDemoData(2);
const { products, models, users } = data;

/** The net weight that a name ends with: «, 250 г», «, 1,5 кг»; null when it says none. */
const weightInName = (name: string): number | null => {
  const [, amount, unit] = /, (\d+(?:,\d+)?) (г|кг)$/.exec(name) ?? [];
  return amount ? Number(amount.replace(',', '.')) / (unit === 'г' ? 1000 : 1) : null;
};

/** The volume in litres that a name ends with, unless it is a vessel's. */
const volumeInName = ({ name, sku }: DemoProduct): number | null => {
  const [, amount, unit] = /[ ,](\d+(?:,\d+)?) (мл|л)$/.exec(name) ?? [];
  if (!amount || sku.startsWith('POS')) return null;
  return Number(amount.replace(',', '.')) / (unit === 'мл' ? 1000 : 1);
};

const share = (count: (product: DemoProduct) => boolean, of = products): number => of.filter(count).length / of.length;

describe('Demonstration data: the goods', () => {
  it('[D1] the demonstration holds some 2,000 products and 150 models, each with a name of its own', () => {
    expect(products.length).toBeGreaterThan(1950);
    expect(products.length).toBeLessThan(2100);
    expect(models).toHaveLength(150);
    expect(new Set(products.map(({ name }) => name.toLowerCase())).size).toBe(products.length);
    expect(new Set(products.map(({ sku }) => sku)).size).toBe(products.length);
    expect(new Set(models.map(({ name }) => name.toLowerCase())).size).toBe(models.length);
    expect(new Set(models.map(({ code }) => code)).size).toBe(models.length);
  });

  it('[D1] every barcode is an EAN-13 of the Russian range, its check digit right, and no two are alike', () => {
    const barcodes = products.flatMap(({ barcode }) => barcode ?? []);
    for (const barcode of barcodes) expect([barcode, validateBarcode(barcode)]).toEqual([barcode, null]);
    expect(barcodes.filter(barcode => !/^46\d{11}$/.test(barcode))).toEqual([]);
    expect(new Set(barcodes).size).toBe(barcodes.length);
    expect(products.filter(({ barcode, status }) => barcode === null && status !== 'draft')).toEqual([]);
  });

  it('[D1] every product and model can be saved through the API as it is', () => {
    const { name, sku, barcode, status, weight, price, by_weight, on_sale_from, description } =
      records.nomenclature.fields;
    const checks = { name, sku, barcode, status, weight, price, by_weight, on_sale_from, description };
    const faults = products.flatMap(product =>
      Object.entries(checks)
        .filter(([field, { schema }]) => !schema.safeParse(product[field as keyof typeof checks]).success)
        .map(([field]) => `${product.name}: ${field}`),
    );
    expect(faults).toEqual([]);
    expect(
      models.filter(model => !records.catalog.create.safeParse({ name: model.name, code: model.code }).success),
    ).toEqual([]);
  });

  it('[D1] a weight agrees with the one in the name', () => {
    const wrong = products.filter(product => {
      const [net, volume] = [weightInName(product.name), volumeInName(product)];
      if (product.weight === null) return false;
      if (net !== null) return product.weight !== net;
      return volume !== null && (product.weight < volume * 0.85 || product.weight > volume * 1.35);
    });
    expect(wrong.map(({ name, weight }) => `${name}: ${weight}`)).toEqual([]);
    expect(products.filter(({ by_weight, weight }) => by_weight && weight !== null)).toEqual([]);
  });

  it('[D1] a bigger pack of the same costs more', () => {
    const coffee = products.filter(({ name }) => /^Кофе зерновой «.*, \d+ к?г$/.test(name));
    const tasteOf = (name: string) => name.replace(/, [^,]*$/, '');
    for (const taste of new Set(coffee.map(({ name }) => tasteOf(name)))) {
      const packs = coffee.filter(({ name, price, weight }) => tasteOf(name) === taste && price && weight);
      const sorted = packs.toSorted((a, b) => Number(a.weight) - Number(b.weight)).map(({ price }) => Number(price));
      expect(sorted).toEqual(sorted.toSorted((a, b) => a - b));
    }
    expect(coffee.length).toBeGreaterThan(40);
  });

  it('[D1] prices are those of a shop and of a cafe', () => {
    const prices = products.flatMap(({ price }) => price ?? []);
    expect(Math.min(...prices)).toBeGreaterThan(10);
    expect(Math.max(...prices)).toBeLessThan(5000);
    const latte = products.filter(({ name }) => /^Латте \d/.test(name));
    expect(latte.map(({ name }) => name)).toEqual(['Латте 0,2 л', 'Латте 0,3 л', 'Латте 0,4 л']);
  });

  it('[D1] what is referred to exists, and every brand and model is in use', () => {
    const brands = new Set<string | null>(data.brands.map(({ name }) => name));
    const units = new Set<string>(data.units.map(({ symbol }) => symbol));
    const codes = new Set<string | null>(models.map(({ code }) => code));
    expect(products.filter(({ brand }) => brand !== null && !brands.has(brand))).toEqual([]);
    expect(products.filter(({ unit }) => !units.has(unit))).toEqual([]);
    expect(products.filter(({ model }) => model !== null && !codes.has(model))).toEqual([]);
    expect(new Set(products.map(({ brand }) => brand))).toEqual(new Set([...brands, null]));
    expect(new Set(products.map(({ model }) => model))).toEqual(new Set([...codes, null]));
    expect(brands.size).toBe(data.brands.length);
    expect(brands.size).toBeGreaterThanOrEqual(20);
    expect(brands.size).toBeLessThanOrEqual(40);
  });

  it('[D1] a model groups variants of one brand', () => {
    for (const { code, brand } of models) {
      const own = products.filter(({ model }) => model === code);
      expect(own.length).toBeGreaterThanOrEqual(6);
      expect(own.filter(product => product.brand !== brand)).toEqual([]);
    }
  });

  it('[D1] the data is as imperfect as real data: most products are active, drafts are incomplete', () => {
    expect(share(({ status }) => status === 'active')).toBeGreaterThan(0.8);
    expect(share(({ status }) => status === 'archived')).toBeGreaterThan(0.02);
    const drafts = products.filter(({ status }) => status === 'draft');
    expect(drafts.length).toBeGreaterThan(50);
    expect(share(({ barcode }) => barcode === null, drafts)).toBeGreaterThan(0.3);
    expect(share(({ weight, by_weight }) => weight === null && !by_weight)).toBeGreaterThan(0.01);
    expect(share(({ description }) => description !== null)).toBeGreaterThan(0.6);
  });

  it('[D1] no record was changed before it was created', () => {
    expect(products.filter(({ created_at, updated_at }) => updated_at < created_at)).toEqual([]);
  });
});

describe('Demonstration data: people and projects', () => {
  it('[D2] every role has one account, with a name of its own', () => {
    expect(users.map(({ role }) => role)).toEqual(roleSlugs);
    expect(users.map(({ email }) => email)).toEqual(roleSlugs.map(slug => `${slug}@demo.local`));
    expect(new Set(users.map(({ last_name }) => last_name)).size).toBe(users.length);
  });

  it('[D2] the three parts of a name agree', () => {
    for (const { first_name, last_name, middle_name } of [...users, ...other.users]) {
      const isWoman = /[аяь]$/.test(first_name) && !/^Игорь$/.test(first_name);
      expect(`${first_name} ${last_name} ${middle_name}`).toMatch(
        isWoman ? / \S+(ва|на|ая) \S+вна$/ : / \S+(в|н|й) \S+вич$/,
      );
    }
  });

  it('[D8] the demonstration has two projects', () => {
    expect(data.projects.map(({ code }) => code)).toEqual(['site', 'cafe-menu']);
  });
});

describe('Demonstration data: the seed', () => {
  it('[D3] the same seed gives the same data each time, another seed other data', () => {
    expect(generateDemoData()).toEqual(data);
    expect(other.products.map(({ barcode }) => barcode)).not.toEqual(products.map(({ barcode }) => barcode));
    expect(other.models).toHaveLength(150);
  });
});
