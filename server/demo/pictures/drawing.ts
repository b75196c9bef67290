import type { DemoProduct } from '../data.ts';
import { type Colours, renderScene } from './scene.ts';
import { type ThingName, things } from './things.ts';

/** Parameters of a picture. Equal parameters yield the same picture, so it is stored only once. */
export interface Drawing {
  thing: ThingName;
  makerIndex: number;
  taste: string;
  warmth: number;
}

const shapePatterns: readonly (readonly [RegExp, ThingName])[] = [
  [/^BAR-\d+ (Айс|Колд|Лимонад|Морс|Смузи|Молочный)/, 'glass'],
  [/^BAR/, 'cup'],
  [/^KUH-\d+ (Круассан|Слойка|Булочка|Пирожок)/, 'bread'],
  [/^KUH-\d+ (Чизкейк|Эклер|Пирожное|Торт|Маффин)/, 'cake'],
  [/^KUH-\d+ (Каша|Салат|Суп)/, 'bowl'],
  [/^KOF-\d+ (Кофе зерновой|Кофе молотый)/, 'pouch'],
  [/^KOF-\d+ (Кофе в)/, 'box'],
  [/^KOF-\d+ Кофе растворимый/, 'jar'],
  [/^KOF-\d+ Сироп/, 'bottle'],
  [/^CHA.* пакетиков/, 'box'],
  [/^CHA/, 'pouch'],
  [/^MOL-\d+ (Молоко|Кефир|Ряженка|Сливки|Напиток)/, 'carton'],
  [/^MOL-\d+ Йогурт питьевой/, 'bottle'],
  [/^MOL-\d+ (Йогурт|Творог|Сметана|Мороженое|Сыр плавленый)/, 'tub'],
  [/^MOL-\d+ Сгущ/, 'tin'],
  [/^MOL-\d+ Сырок/, 'bar'],
  [/^SLA-\d+ (Хлеб|Батон) /, 'bread'],
  [/^SLA-\d+ (Шоколад|Батончик|Халва)/, 'bar'],
  [/^SLA-\d+ (Конфеты|Карамель|Мармелад|Сушки|Пряники)/, 'pillow'],
  [/^SLA/, 'box'],
  [/^BAK-\d+ (Крупа|Рис|Макароны|Мука)/, 'pillow'],
  [/^BAK-\d+ (Масло|Кетчуп|Соус)/, 'bottle'],
  [/^BAK-\d+ (Специи|Майонез)/, 'pouch'],
  [/^BAK/, 'box'],
  [/^KLD-\d+ (Варенье|Мёд|Консервы овощные)/, 'jar'],
  [/^KLD-\d+ Консервы/, 'tin'],
  [/^KLD/, 'pillow'],
  [/^NAP-\d+ (Сок|Нектар)/, 'carton'],
  [/^NAP/, 'bottle'],
  [/^HOL-\d+ (Пельмени|Вареники|Овощи|Ягоды)/, 'pillow'],
  [/^HOL-\d+ (Обед|Блинчики|Котлеты)/, 'box'],
  [/^DOM-\d+ (Средство|Гель|Мыло)/, 'bottle'],
  [/^DOM-\d+ (Салфетки|Стиральный)/, 'box'],
  [/^DOM-\d+ (Полотенца|Бумага)/, 'roll'],
  [/^POS-\d+ (Кружка|Чайная|Термокружка)/, 'mug'],
];

const tastePatterns: readonly (readonly [RegExp, string])[] = [
  [/клубни|малин|земляни|каркаде|гранат/i, '#d6455a'],
  [/вишн|черешн|клюкв|брусник|свёкл|томат|кетчуп|красн/i, '#b3243a'],
  [/смородин|черник|голубик|ежевик|виноград|слив|лаванд|чернослив/i, '#6a3d7c'],
  [/апельсин|облепих|персик|абрикос|манго|морков|тыкв|цитрус|мандарин|кураг/i, '#ef8f2f'],
  [/лимон|банан|ананас|имбир|ромашк|мёд|медов|липа|подсолн|кукуруз/i, '#f0c23c'],
  [/мят|яблок|груш|зелён|матча|мелисс|киви|огурц|щавел|лайм|базилик|травян|тархун|оливк/i, '#7aa64a'],
  [/шоколад|какао|мокко|кофе|эспрессо|американо|горьк/i, '#5b3723'],
  [/карамел|орех|ирис|сгущ|гречн|кедр|фундук|миндал|халв|изюм/i, '#b9773a'],
  [/латте|капучино|раф|флэт|ванил|сливоч|топлён|чай/i, '#c79a6b'],
  [/морск|минеральн|вода|свежест|рыб/i, '#5aa3c8'],
];

const makerColours = [
  ['#3f6f6a', '#264b47', '#f3ead7'],
  ['#b8433a', '#7f2a24', '#fbeee2'],
  ['#33507c', '#1f3456', '#eef1f6'],
  ['#d98f3c', '#a3651f', '#fff6e6'],
  ['#6b4a7d', '#472e57', '#f4edf6'],
  ['#5f7f3f', '#3f5a27', '#f4f3df'],
  ['#2f2a28', '#161312', '#f1e3c8'],
  ['#c56a7b', '#8f4353', '#fff0ef'],
] as const;

const backgroundColours = ['#f4efe8', '#eef0ea', '#f0edf1', '#eaf0f3'] as const;

export const chooseDrawing = ({ sku, name, brand }: Pick<DemoProduct, 'sku' | 'name' | 'brand'>): Drawing | null => {
  const [, thing] = shapePatterns.find(([pattern]) => pattern.test(`${sku} ${name}`)) ?? [];
  if (!thing) return null;
  const makerIndex = hashText(brand ?? name.split(' ')[0] ?? '') % makerColours.length;
  const [, taste] = tastePatterns.find(([pattern]) => pattern.test(name)) ?? [];
  return { thing, makerIndex, taste: taste ?? '#d9c7a8', warmth: hashText(thing) % backgroundColours.length };
};

/** Renders a picture as SVG. It contains no text, so no fonts are needed. */
export const renderDrawing = ({ thing, makerIndex, taste, warmth }: Drawing): string => {
  const [body, shade, pale] = makerColours[makerIndex] ?? makerColours[0];
  const colours: Colours = { body, shade, pale, taste };
  const { definitions = '', ...rest } = things[thing](colours);
  return renderScene(rest, definitions, backgroundColours[warmth] ?? backgroundColours[0]);
};

/** FNV-1a, which spreads similar strings far apart. */
const hashText = (text: string): number => {
  let hash = 0x811c9dc5;
  for (const character of text) hash = Math.imul(hash ^ (character.codePointAt(0) ?? 0), 0x01000193) >>> 0;
  return hash >>> 8;
};
