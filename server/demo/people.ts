import { z } from 'zod';
import { type RoleSlug, roleSlugs } from '#contract/roles.ts';
import people from './lists/people.json' with { type: 'json' };
import type { Random } from './random.ts';

export interface DemoUser {
  email: string;
  role: RoleSlug;
  first_name: string;
  last_name: string;
  middle_name: string;
}

/** Password of all demo accounts. Not a secret: the sign-in page shows it. */
export const DEMO_PASSWORD = 'demo-demo';

const {
  women: femaleNames,
  men: maleNames,
  fathers: fatherNames,
  families: familyNames,
} = z
  .strictObject({
    women: z.array(z.string()),
    men: z.array(z.string()),
    fathers: z.array(z.string()),
    families: z.array(z.string()),
  })
  .parse(people);

export const generateDemoUsers = (random: Random): DemoUser[] => {
  const lastNames = random.shuffle(familyNames);
  const firstNames = { women: random.shuffle(femaleNames), men: random.shuffle(maleNames) };
  return roleSlugs.map((role, index) => {
    const isWoman = random.chance(0.5);
    const family = lastNames[index % lastNames.length] as string;
    const first = isWoman ? firstNames.women : firstNames.men;
    return {
      email: `${role}@demo.local`,
      role,
      first_name: first[index % first.length] as string,
      last_name: isWoman ? toFeminine(family) : family,
      middle_name: `${random.pick(fatherNames)}${isWoman ? 'на' : 'ич'}`,
    };
  });
};

const toFeminine = (family: string): string => (family.endsWith('ий') ? `${family.slice(0, -2)}ая` : `${family}а`);
