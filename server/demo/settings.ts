import { z } from 'zod';
import { isReferenceName } from '#contract/references.ts';
import { attributeKinds } from '#contract/resources/settings/attribute.ts';
import { cafeKinds } from '#contract/resources/settings/cafe.ts';
import settings from './lists/settings.json' with { type: 'json' };

const Named = z.strictObject({ code: z.string(), name: z.string() });

const Attribute = Named.extend({
  kind: z.enum(attributeKinds),
  unit: z.string().optional(),
  reference: z.string().optional(),
  per_language: z.boolean().optional(),
  applies_to: z.enum(['products', 'models', 'both']),
});

const Cafe = z.strictObject({
  name: z.string(),
  kind: z.enum(cafeKinds),
  folder: z.string().optional(),
  address: z.string().optional(),
});

const demoSettings = z
  .strictObject({
    projects: z.array(Named.extend({ platform: z.string() })),
    languages: z.array(Named),
    /**
     * Most cafes are folders on the server, so that sending works without setup. One is unreachable, to show how errors
     * look.
     */
    cafes: z.array(Cafe),
    references: z.array(Named.extend({ values: z.array(z.string()) })),
    attributes: z.array(Attribute),
  })
  .parse(settings);

export const { projects, languages, cafes } = demoSettings;

/**
 * The demo's references and attributes without those that are now declared in code, since a declared reference may have
 * fields that the demo's values lack.
 */
export const excludeDeclared = (isDeclared: (code: string) => boolean) => ({
  references: demoSettings.references.filter(({ code }) => !isDeclared(code)),
  attributes: demoSettings.attributes.filter(({ reference }) => reference === undefined || !isDeclared(reference)),
});

export const { references, attributes } = excludeDeclared(isReferenceName);
