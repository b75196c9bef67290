import { computeCheckDigit } from '#contract/barcode.ts';
import type { ResourceRecord } from '#contract/records.ts';
import { readAssortment } from './assortment.ts';
import { brands, CAFE_BRAND, PRIVATE_LABEL, units } from './brands.ts';
import { buildModelName, buildProductName, type DemoLine, type Department, type Size, toGrams } from './line.ts';
import { type DemoUser, generateDemoUsers } from './people.ts';
import { createRandom, type Random } from './random.ts';
import { projects } from './settings.ts';

type Product = ResourceRecord<'nomenclature'>;
type Model = ResourceRecord<'catalog'>;

/**
 * A demo product. Refers to its brand by name, its unit by symbol and its model by code, since ids do not exist yet.
 */
export interface DemoProduct
  extends Pick<Product, 'name' | 'barcode' | 'status' | 'weight' | 'price' | 'by_weight' | 'on_sale_from'> {
  sku: string;
  description: string | null;
  brand: string | null;
  unit: string;
  model: string | null;
  created_at: string;
  updated_at: string;
}

export interface DemoModel extends Pick<Model, 'name' | 'status' | 'description'> {
  code: string;
  brand: string | null;
  created_at: string;
}

export interface DemoData {
  brands: typeof brands;
  units: typeof units;
  projects: typeof projects;
  models: DemoModel[];
  products: DemoProduct[];
  /** Products the chain does not sell yet, so that the sample table has something new to import. */
  novelties: DemoProduct[];
  users: DemoUser[];
}

const DEMO_SEED = 460;
/** The demo's fixed current date, so that its data is the same on every day. No record was changed after it. */
const DEMO_DATE = Date.UTC(2026, 10, 16);
const DAY_MS = 86_400_000;

/**
 * Demo data for a chain of shops and cafes: about 2,000 products, 150 models and a user for every role. The result
 * depends only on the seed. Gaps are deliberate: drafts are incomplete, and some weights and descriptions are missing.
 */
export const generateDemoData = (seed: number = DEMO_SEED): DemoData => {
  const random = createRandom(seed);
  const users = generateDemoUsers(random);
  const barcodes = createBarcodeGenerator(random);
  const state: GeneratorState = { random, barcodes, models: [], products: [], remaining: [] };
  for (const department of readAssortment()) fillDepartment(department, state);
  const { models, products } = state;
  return { brands, units, projects, models, products, novelties: drawNovelties(state), users };
};

interface GeneratorState {
  random: Random;
  barcodes: (brand: string | null) => string;
  models: DemoModel[];
  products: DemoProduct[];
  remaining: { line: DemoLine; brand: string | null; variant: Variant }[];
}

const fillDepartment = ({ prefix, lines }: Department, state: GeneratorState): void => {
  const before = state.products.length;
  const nextSku = () => `${prefix}-${String(state.products.length - before + 1).padStart(4, '0')}`;
  for (const line of lines)
    for (const brand of line.brands) {
      const model = line.grouped && brand !== PRIVATE_LABEL ? drawModel(line, brand, state, prefix) : null;
      const { kept, left } = createVariants(line, brand, state.random);
      for (const variant of kept)
        state.products.push(drawProduct(line, brand, variant, model?.code ?? null, nextSku(), state));
      state.remaining.push(...left.map(variant => ({ line, brand, variant })));
    }
};

const NOVELTY_COUNT = 60;

const drawNovelties = (state: GeneratorState): DemoProduct[] =>
  state.random
    .shuffle(state.remaining)
    .slice(0, NOVELTY_COUNT)
    .map(({ line, brand, variant }, index) => {
      const product = drawProduct(line, brand, variant, null, `NEW-${String(index + 1).padStart(4, '0')}`, state);
      return { ...product, barcode: product.barcode ?? state.barcodes(brand), status: 'draft' };
    });

const drawModel = (
  line: DemoLine,
  brand: string | null,
  { random, models }: GeneratorState,
  prefix: string,
): DemoModel => {
  const model: DemoModel = {
    name: buildModelName(line, brand),
    code: `M-${prefix}-${String(models.length + 1).padStart(3, '0')}`,
    brand,
    status: random.chance(0.93) ? 'active' : random.pick(['draft', 'archived']),
    description: random.chance(0.8) ? line.about : null,
    created_at: randomMomentAgo(random, 400, 900),
  };
  models.push(model);
  return model;
};

interface Variant {
  taste: string;
  size: Size;
  price: number;
  /** The first flavour of a product line. Never a draft, since every shop stocks it. */
  isBasic: boolean;
}

const createVariants = (line: DemoLine, brand: string | null, random: Random) => {
  const level = getPriceLevel(brand) * randomBetween(random, 0.96, 1.04);
  const all = line.tastes.flatMap(([taste, tasteLevel], index) => {
    const priceFactor = level * tasteLevel * randomBetween(random, 0.98, 1.02);
    return line.sizes.map(size => ({
      taste,
      size,
      price: roundPrice(size.price * priceFactor, brand),
      isBasic: index === 0,
    }));
  });
  const basicVariants = all.filter(({ isBasic }) => isBasic);
  const others = all.filter(({ isBasic }) => !isBasic);
  const rest = random.shuffle(others).slice(0, Math.max(0, line.take - basicVariants.length));
  const keptVariants = new Set([...basicVariants, ...rest]);
  return {
    kept: all.filter(variant => keptVariants.has(variant)),
    left: all.filter(variant => !keptVariants.has(variant)),
  };
};

const drawProduct = (
  line: DemoLine,
  brand: string | null,
  { taste, size, price, isBasic }: Variant,
  model: string | null,
  sku: string,
  { random, barcodes }: GeneratorState,
): DemoProduct => {
  const status = isBasic || random.chance(0.86) ? 'active' : random.chance(0.6) ? 'draft' : 'archived';
  const isDraft = status === 'draft';
  const createdAt = isDraft ? randomMomentAgo(random, 2, 60) : randomMomentAgo(random, 61, 900);
  const barcode = barcodes(brand);
  const weight =
    size.ending || size.weight === null ? size.weight : toGrams(size.weight * randomBetween(random, 0.9, 1.1));
  return {
    name: buildProductName(line, brand, taste, size.ending),
    sku,
    barcode: isDraft && random.chance(0.6) ? null : barcode,
    status,
    brand,
    unit: line.unit,
    weight: random.chance(isDraft ? 0.4 : 0.02) ? null : weight,
    price: isDraft && random.chance(0.4) ? null : price,
    by_weight: line.byWeight,
    on_sale_from: random.chance(isDraft ? 0.6 : 0.15) ? pickSaleDay(isDraft, createdAt, random) : null,
    description: random.chance(isDraft ? 0.4 : 0.75) ? line.about : null,
    model,
    created_at: createdAt,
    updated_at: randomMomentSince(random, createdAt),
  };
};

const createBarcodeGenerator = (random: Random): ((brand: string | null) => string) => {
  const order = [null, ...brands.map(({ name }) => name)];
  const manufacturers = new Set<string>();
  while (manufacturers.size < order.length) manufacturers.add(String(random.int(0, 99_999)).padStart(5, '0'));
  const manufacturerByBrand = new Map(
    [...manufacturers].map((manufacturer, index) => [order[index] as string | null, manufacturer]),
  );
  const lastNumbers = new Map<string | null, number>();
  return brand => {
    const item = (lastNumbers.get(brand) ?? random.int(0, 400)) + random.int(1, 9);
    lastNumbers.set(brand, item);
    const manufacturer = manufacturerByBrand.get(brand);
    const digits = `46${manufacturer}${String(item).padStart(5, '0')}`;
    return `${digits}${computeCheckDigit(digits)}`;
  };
};

const getPriceLevel = (brand: string | null): number => brands.find(({ name }) => name === brand)?.level ?? 1;

const roundPrice = (amount: number, brand: string | null): number => {
  if (brand === CAFE_BRAND) return amount < 100 ? Math.round(amount / 5) * 5 : Math.round(amount / 10) * 10;
  if (amount < 100) return Math.floor(amount) + 0.9;
  if (amount < 1000) return Math.round(amount / 10) * 10 - 0.1;
  return Math.round(amount / 50) * 50 - 10;
};

const pickSaleDay = (isDraft: boolean, createdAt: string, random: Random): string => {
  const start = isDraft ? DEMO_DATE + random.int(14, 120) * DAY_MS : Date.parse(createdAt) + random.int(0, 30) * DAY_MS;
  return new Date(start).toISOString().slice(0, 10);
};

const randomBetween = (random: Random, min: number, max: number): number => min + random.next() * (max - min);

const randomMomentAgo = (random: Random, minDays: number, maxDays: number): string =>
  randomWorkingMoment(random, random.int(minDays, maxDays));

/** A random time after `start`. Recent times are more likely, because staff mostly edit new records. */
const randomMomentSince = (random: Random, start: string): string => {
  const days = Math.floor((DEMO_DATE - Date.parse(start)) / DAY_MS);
  return randomWorkingMoment(random, Math.min(random.int(0, days), random.int(0, days)));
};

const randomWorkingMoment = (random: Random, daysAgo: number): string =>
  new Date(DEMO_DATE - daysAgo * DAY_MS + random.int(6 * 3600, 15 * 3600) * 1000).toISOString();
