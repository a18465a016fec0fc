import { z } from 'zod'
import { code } from './code.ts'
import { formParams } from './form-params.ts'

/**
 * URL path segments that the product itself uses. No form may have one of them as its code (wire contract, "Names").
 * The name of the service is reserved as well.
 */
export const RESERVED_CODES: readonly string[] = ['admin', 'notfound', 'unauthorized', 'assets', 'health', 'metrics']

const mapping = z.strictObject({
  id: z.string().optional(),
  client: z.string().min(1),
  sub_client: z.string().optional(),
  sub_client2: z.string().optional(),
  sub_client3: z.string().optional(),
})

const logo = z.strictObject({
  value: z.string(),
  alt: z.string().optional(),
  dimension: z.union([z.number(), z.string()]).optional(),
  offset: z.union([z.number(), z.string()]).optional(),
})

const liveChat = z.strictObject({
  active: z.boolean().optional(),
  chatType: z.enum(['CRISP', 'EBBY']).optional(),
  align: z.enum(['LEFT', 'RIGHT']).optional(),
  codCustomer: z.string().optional(),
  secret: z.string().optional(),
  chatIcon: z.strictObject({ value: z.string(), name: z.string().optional() }).optional(),
  chatId: z.string().optional(),
  fondo: z.string().optional(),
})

/** The settings of a form, also called customer (administrator specification, section 3), including its mappings. */
export const formSetting = z.strictObject({
  id: z.string().optional(),
  code_form: code.refine((value) => !RESERVED_CODES.includes(value), 'is reserved'),
  description: z.string().default(''),
  code_tag: code,
  client_url: z.string().default(''),
  active: z.boolean().default(true),
  params: formParams.default({}),
  logoParams: z.array(logo).default([]),
  templateParams: z.strictObject({ name: z.string(), params: z.record(z.string(), z.unknown()).default({}) }).default({ name: 'default2022', params: {} }),
  liveChatParams: liveChat.default({}),
  survey_no_recompile: z.boolean().optional(),
  mappings: z.array(mapping).default([]),
})

export type FormSetting = z.infer<typeof formSetting>
export type Mapping = z.infer<typeof mapping>
