import { coffee } from './assortment/coffee.ts';
import { dairy } from './assortment/dairy.ts';
import { deli } from './assortment/deli.ts';
import { drinks } from './assortment/drinks.ts';
import { fresh } from './assortment/fresh.ts';
import { grocery } from './assortment/grocery.ts';
import { household } from './assortment/household.ts';
import { kitchen } from './assortment/kitchen.ts';
import { menu } from './assortment/menu.ts';
import { pantry } from './assortment/pantry.ts';
import { sweets } from './assortment/sweets.ts';
import { tableware } from './assortment/tableware.ts';
import { tea } from './assortment/tea.ts';
import type { Department } from './line.ts';

/** All that the chain sells, by department. */
export const assortment: readonly Department[] = [
  menu,
  kitchen,
  coffee,
  tea,
  dairy,
  sweets,
  grocery,
  pantry,
  drinks,
  deli,
  fresh,
  household,
  tableware,
];
