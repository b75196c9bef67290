import coffee from './assortment/coffee.json' with { type: 'json' };
import dairy from './assortment/dairy.json' with { type: 'json' };
import deli from './assortment/deli.json' with { type: 'json' };
import drinks from './assortment/drinks.json' with { type: 'json' };
import fresh from './assortment/fresh.json' with { type: 'json' };
import grocery from './assortment/grocery.json' with { type: 'json' };
import household from './assortment/household.json' with { type: 'json' };
import kitchen from './assortment/kitchen.json' with { type: 'json' };
import menu from './assortment/menu.json' with { type: 'json' };
import pantry from './assortment/pantry.json' with { type: 'json' };
import sweets from './assortment/sweets.json' with { type: 'json' };
import tableware from './assortment/tableware.json' with { type: 'json' };
import tea from './assortment/tea.json' with { type: 'json' };
import { Department } from './line.ts';

// The order determines product ids and the random numbers each department draws, so append new files at the end.
const assortmentFiles = [
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

export const readAssortment = (): Department[] => assortmentFiles.map(file => Department.parse(file));
