import type { DemoModel, DemoProduct } from './data.ts';
import { type Random, randomFrom } from './random.ts';

/** Values of attributes as the demonstration has them: those of references by name. */
export type DemoValues = Readonly<Record<string, unknown>>;

type Texts = readonly [ru: string, en: string];

/** What is usual for the goods of a department. */
interface Usual {
  storage: Texts;
  /** Days, from and to. */
  shelf: readonly [number, number];
  /** Kilocalories in 100 g, from and to. */
  energy?: readonly [number, number];
  allergens?: readonly string[];
  countries: readonly string[];
  /** The share that is vegetarian. */
  vegetarian: number;
}

const cold: Texts = ['При 2–6 °C', 'At 2–6 °C'];
const frozen: Texts = ['При −18 °C', 'At −18 °C'];
const dry: Texts = ['В сухом прохладном месте', 'In a cool dry place'];

/** By the start of the article number; what is not eaten has no entry. */
const departments: Readonly<Record<string, Usual>> = {
  BAR: { storage: cold, shelf: [1, 1], energy: [2, 180], countries: ['Россия'], vegetarian: 1 },
  KUH: {
    storage: cold,
    shelf: [1, 3],
    energy: [120, 420],
    allergens: ['Глютен', 'Яйца'],
    countries: ['Россия'],
    vegetarian: 0.7,
  },
  KOF: { storage: dry, shelf: [365, 720], countries: ['Бразилия', 'Эфиопия', 'Колумбия', 'Вьетнам'], vegetarian: 1 },
  CHA: { storage: dry, shelf: [540, 1080], countries: ['Китай', 'Индия', 'Россия', 'Грузия'], vegetarian: 1 },
  MOL: {
    storage: cold,
    shelf: [5, 60],
    energy: [30, 380],
    allergens: ['Молоко'],
    countries: ['Россия', 'Беларусь', 'Армения'],
    vegetarian: 0.95,
  },
  SLA: {
    storage: dry,
    shelf: [30, 270],
    energy: [260, 560],
    allergens: ['Глютен'],
    countries: ['Россия', 'Беларусь'],
    vegetarian: 0.9,
  },
  BAK: {
    storage: dry,
    shelf: [180, 720],
    energy: [320, 370],
    countries: ['Россия', 'Казахстан', 'Турция'],
    vegetarian: 1,
  },
  KLD: {
    storage: dry,
    shelf: [270, 1080],
    energy: [60, 620],
    countries: ['Россия', 'Армения', 'Турция'],
    vegetarian: 0.8,
  },
  NAP: { storage: dry, shelf: [90, 365], energy: [0, 60], countries: ['Россия', 'Армения', 'Грузия'], vegetarian: 1 },
  HOL: { storage: frozen, shelf: [14, 270], energy: [40, 340], countries: ['Россия', 'Беларусь'], vegetarian: 0.3 },
  VES: { storage: cold, shelf: [5, 30], countries: ['Россия', 'Казахстан', 'Турция'], vegetarian: 0.9 },
};

/** Compositions by the word that a name starts with. */
const compositions: Readonly<Record<string, Texts>> = {
  Круассан: [
    'Мука пшеничная, масло сливочное 24 %, вода, сахар, дрожжи, яйцо, соль',
    'Wheat flour, butter 24 %, water, sugar, yeast, egg, salt',
  ],
  Чизкейк: ['Сыр творожный, сливки, яйцо, печенье, сахар, ваниль', 'Cream cheese, cream, egg, biscuit, sugar, vanilla'],
  Сырники: ['Творог 9 %, яйцо, мука пшеничная, сахар, соль', 'Curd 9 %, egg, wheat flour, sugar, salt'],
  Кефир: ['Молоко нормализованное, закваска на кефирных грибках', 'Standardised milk, kefir grain starter'],
  Ряженка: ['Молоко топлёное, закваска', 'Baked milk, starter culture'],
  Йогурт: [
    'Молоко нормализованное, закваска, наполнитель фруктовый (фрукты, сахар, пектин)',
    'Standardised milk, starter culture, fruit filling (fruit, sugar, pectin)',
  ],
  Творог: ['Молоко нормализованное, закваска', 'Standardised milk, starter culture'],
  Сметана: ['Сливки нормализованные, закваска', 'Standardised cream, starter culture'],
  Хлеб: ['Мука пшеничная, мука ржаная, вода, закваска, соль', 'Wheat flour, rye flour, water, sourdough, salt'],
  Батон: [
    'Мука пшеничная, вода, сахар, масло растительное, дрожжи, соль',
    'Wheat flour, water, sugar, vegetable oil, yeast, salt',
  ],
  Печенье: [
    'Мука пшеничная, масло сливочное, сахар, яйцо, разрыхлитель',
    'Wheat flour, butter, sugar, egg, raising agent',
  ],
  Пряники: [
    'Мука пшеничная, сахар, патока, мёд, разрыхлитель, корица',
    'Wheat flour, sugar, molasses, honey, raising agent, cinnamon',
  ],
  Зефир: ['Сахар, пюре яблочное, белок яичный, пектин', 'Sugar, apple purée, egg white, pectin'],
  Мармелад: ['Сахар, патока, сок фруктовый, агар', 'Sugar, molasses, fruit juice, agar'],
  Шоколад: ['Какао тёртое, сахар, масло какао, лецитин соевый', 'Cocoa mass, sugar, cocoa butter, soya lecithin'],
  Халва: [
    'Ядро подсолнечника, сахар, патока, экстракт мыльного корня',
    'Sunflower kernel, sugar, molasses, soapwort extract',
  ],
  Кетчуп: ['Паста томатная, сахар, уксус, соль, пряности', 'Tomato paste, sugar, vinegar, salt, spices'],
  Майонез: [
    'Масло подсолнечное, вода, желток яичный, горчица, сахар, соль',
    'Sunflower oil, water, egg yolk, mustard, sugar, salt',
  ],
  Варенье: ['Ягоды, сахар, пектин', 'Berries, sugar, pectin'],
  Морс: ['Вода, ягоды протёртые, сахар', 'Water, pressed berries, sugar'],
  Квас: ['Вода, солод ржаной и ячменный, сахар, дрожжи', 'Water, rye and barley malt, sugar, yeast'],
  Пельмени: [
    'Мука пшеничная, говядина, свинина, лук, вода, соль, перец',
    'Wheat flour, beef, pork, onion, water, salt, pepper',
  ],
  Вареники: [
    'Мука пшеничная, картофель, лук, масло растительное, соль',
    'Wheat flour, potato, onion, vegetable oil, salt',
  ],
};

const SEED = 462;
/** The demonstration's today. */
const TODAY = Date.UTC(2026, 10, 16);
const DAY = 86_400_000;

/** The attributes of products, by article number: as in real bases some are filled in and some not, drafts least. */
export const attributesOfProducts = (products: readonly DemoProduct[]): Map<string, DemoValues> => {
  const random = randomFrom(SEED);
  return new Map(products.map(product => [product.sku, draw(product, random)]));
};

const draw = ({ sku, name, status }: DemoProduct, random: Random): DemoValues => {
  const usual = departments[sku.slice(0, 3)];
  // Drawn for every product alike, so that a change to one changes no other.
  const [isFilled, shelf, energy, country, isVegetarian, hasEnglish, isDeclared, days] = [
    random.chance(status === 'draft' ? 0.35 : 0.85),
    random.next(),
    random.next(),
    random.next(),
    random.next(),
    random.chance(0.6),
    random.chance(0.4),
    random.int(-20, 900),
  ];
  if (!usual || !isFilled) return {};
  const composition = compositions[name.split(' ')[0] ?? ''];
  const texts = ([ru, en]: Texts) => ({ ru, ...(hasEnglish && { en }) });
  return {
    storage: texts(usual.storage),
    shelf_life: within(usual.shelf, shelf),
    country: usual.countries[Math.floor(country * usual.countries.length)],
    ...(composition && { composition: texts(composition) }),
    ...(usual.energy && { energy: within(usual.energy, energy) }),
    ...(usual.allergens && { allergens: usual.allergens }),
    ...(isVegetarian < usual.vegetarian && { vegetarian: true }),
    ...(isDeclared && { declared_until: new Date(TODAY + days * DAY).toISOString().slice(0, 10) }),
  };
};

/** The attributes of models, by code. */
export const attributesOfModels = (models: readonly DemoModel[]): Map<string, DemoValues> => {
  const random = randomFrom(SEED + 1);
  return new Map(
    models.map(({ code, name }) => {
      const [hasTagline, isSeasonal] = [random.chance(0.5), random.chance(0.2)];
      const what = name.split(' «')[0] ?? name;
      const ru = isSeasonal ? `${what}: на один сезон` : `${what} на каждый день`;
      return [code, hasTagline ? { tagline: { ru } } : {}];
    }),
  );
};

const within = ([from, to]: readonly [number, number], share: number): number => Math.round(from + share * (to - from));
