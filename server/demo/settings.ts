import type { AttributeKind } from '#contract/settings.ts';

/** Where the demonstration publishes to, in which languages, and what it knows of its goods beside the fields of every product. */
export const projects = [
  { code: 'site', name: 'Сайт магазинов', platform: 'site' },
  { code: 'cafe-menu', name: 'Меню кафе', platform: 'app' },
] as const;

export const languages = [
  { code: 'ru', name: 'Русский' },
  { code: 'en', name: 'English' },
] as const;

/** Cafes whose media go to folders of the server, so that nothing has to be set up; and one that is reached no more. */
export const cafes = [
  { name: 'Кафе на Кирова', kind: 'folder', folder: 'kirova' },
  { name: 'Кафе на Набережной', kind: 'folder', folder: 'naberezhnaya' },
  { name: 'Кофейня в аэропорту', kind: 'http', address: 'https://airport.cafe.invalid/media' },
] as const;

/** References that people of the chain added themselves. */
export const addedReferences = [
  {
    code: 'country',
    name: 'Страны',
    values: [
      'Россия',
      'Беларусь',
      'Казахстан',
      'Армения',
      'Грузия',
      'Турция',
      'Китай',
      'Индия',
      'Вьетнам',
      'Бразилия',
      'Эфиопия',
      'Колумбия',
    ],
  },
  {
    code: 'allergen',
    name: 'Аллергены',
    values: ['Глютен', 'Молоко', 'Яйца', 'Орехи', 'Арахис', 'Соя', 'Рыба', 'Кунжут', 'Горчица'],
  },
] as const;

export type DemoReference = (typeof addedReferences)[number]['code'];

interface DemoAttribute {
  code: string;
  name: string;
  kind: AttributeKind;
  unit?: string;
  reference?: DemoReference;
  per_language?: boolean;
  applies_to: 'products' | 'models' | 'both';
}

export const attributes = [
  { code: 'composition', name: 'Состав', kind: 'long_text', per_language: true, applies_to: 'products' },
  { code: 'allergens', name: 'Аллергены', kind: 'references', reference: 'allergen', applies_to: 'products' },
  { code: 'vegetarian', name: 'Вегетарианское', kind: 'flag', applies_to: 'both' },
  { code: 'energy', name: 'Энергетическая ценность', kind: 'number', unit: 'ккал', applies_to: 'products' },
  { code: 'shelf_life', name: 'Срок годности', kind: 'number', unit: 'сут', applies_to: 'products' },
  { code: 'storage', name: 'Условия хранения', kind: 'text', per_language: true, applies_to: 'products' },
  { code: 'country', name: 'Страна', kind: 'reference', reference: 'country', applies_to: 'both' },
  { code: 'declared_until', name: 'Декларация действует до', kind: 'date', applies_to: 'products' },
  { code: 'tagline', name: 'Короткая подпись', kind: 'text', per_language: true, applies_to: 'models' },
] as const satisfies readonly DemoAttribute[];
