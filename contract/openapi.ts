import { z } from 'zod';
import type { Endpoint } from './endpoint.ts';
import { listAllEndpoints } from './endpoints.ts';
import { SUCCESS } from './envelope.ts';
import { Failure } from './failure.ts';
import { API_BASE, RELEASE } from './limits.ts';

type Schema = z.core.JSONSchema.BaseSchema;
type Parameter = { name: string; in: 'path' | 'query'; required: boolean; schema: Schema };

/** OpenAPI 3.1, because its schemas are JSON Schema 2020-12, which zod generates. */
export const buildOpenApi = () => ({
  openapi: '3.1.0',
  info: { title: 'Vitrina', version: RELEASE },
  servers: [{ url: API_BASE }],
  paths: buildPaths(),
  components: {
    securitySchemes: { bearer: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' } },
    schemas: { Failure: toJsonSchema(Failure, 'output') },
  },
});

const buildPaths = () => {
  const operationsByPath: Record<string, Record<string, ReturnType<typeof buildOperation>>> = {};
  for (const { group, name, endpoint } of listAllEndpoints()) {
    const path = endpoint.path.replace(/:(\w+)/g, '{$1}');
    const operationId = `${group.replaceAll('/', '.')}.${name}`;
    (operationsByPath[path] ??= {})[endpoint.method.toLowerCase()] = buildOperation(operationId, group, endpoint);
  }
  return operationsByPath;
};

const buildOperation = (operationId: string, tag: string, endpoint: Endpoint) => ({
  operationId,
  tags: [tag],
  ...(Array.isArray(endpoint.access) && { description: `Needs any of: ${endpoint.access.join(', ')}` }),
  security: endpoint.access === 'public' ? [] : [{ bearer: [] }],
  parameters: [...buildPathParameters(endpoint), ...buildQueryParameters(endpoint)],
  ...buildRequestBody(endpoint),
  responses: {
    200: { description: SUCCESS.message, content: buildResponseContent(endpoint) },
    default: {
      description: 'A failure; `code` repeats the HTTP status',
      content: { 'application/json': { schema: { $ref: '#/components/schemas/Failure' } } },
    },
  },
});

const buildPathParameters = ({ path }: Endpoint): Parameter[] =>
  [...path.matchAll(/:(\w+)/g)].map(([, name = '']) => ({
    name,
    in: 'path',
    required: true,
    schema: /(^|_)id$/.test(name) ? { type: 'integer', minimum: 1 } : { type: 'string' },
  }));

const buildQueryParameters = ({ query }: Endpoint): Parameter[] => {
  const { properties = {}, required = [] } = toJsonSchema(query, 'input');
  return Object.entries(properties).map(([name, schema]) => ({
    name,
    in: 'query',
    required: required.includes(name),
    schema: schema as Schema,
  }));
};

const buildRequestBody = ({ body, file, isMany }: Endpoint) => {
  if (file) {
    const binary = { type: 'string', format: 'binary' };
    const content = isMany ? { type: 'array', items: binary } : binary;
    const upload = { type: 'object', properties: { [file]: content }, required: [file] };
    return { requestBody: { required: true, content: { 'multipart/form-data': { schema: upload } } } };
  }
  if (body instanceof z.ZodUndefined) return {};
  return { requestBody: { required: true, content: { 'application/json': { schema: toJsonSchema(body, 'input') } } } };
};

const buildResponseContent = ({ result, raw, answeredAs }: Endpoint) => {
  if (raw) return { [raw]: {} };
  const properties = {
    code: { const: SUCCESS.code },
    message: { const: SUCCESS.message },
    result: toJsonSchema(result, 'input'),
    ...(answeredAs && { [answeredAs]: toJsonSchema(result, 'input') }),
  };
  const schema = { type: 'object', properties, required: Object.keys(properties) };
  return { 'application/json': { schema } };
};

/** Results use the input side of their schemas, because transforms in the contract run only in the client. */
const toJsonSchema = (schema: z.ZodType, io: 'input' | 'output'): Schema => {
  const { $schema: _, ...described } = z.toJSONSchema(schema, { io, unrepresentable: 'any' });
  return described;
};
