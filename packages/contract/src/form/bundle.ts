import { z } from 'zod'
import { account, token } from './account.ts'
import { ASSET_KINDS } from './asset.ts'
import { formSetting } from './form-setting.ts'
import { bundleTest } from './form-test.ts'
import { integration } from './integration.ts'
import { definition } from './tag.ts'
import { templateOriginal } from './template-original.ts'

/** Schema of the name of a template or an asset. */
export const assetName = z.string().regex(/^[A-Za-z0-9._-]{1,128}$/, 'must be 1 to 128 letters, digits, ".", "_" or "-"')
const langCode = z.string().regex(/^[a-z]{2}$/, 'must be a language code of two letters')

const setting = z.strictObject({ code: z.string().min(1).max(128), value: z.string() })
const template = z.strictObject({
  name: assetName,
  lang_code: langCode,
  subject: z.string().min(1),
  html: z.string().min(1),
  /**
   * The original from which the template was translated. It is optional: a translation without it counts as up to date.
   * An export contains it, so that another deployment sees the same translations as stale. If an import changes a
   * template and has no record for it, the stored record is removed, because it describes the earlier translation.
   */
  translated_from: templateOriginal.optional(),
})
const asset = z
  .strictObject({
    kind: z.enum(ASSET_KINDS),
    name: assetName,
    data_url: z.string().startsWith('data:').optional(),
    /**
     * Path of a file, relative to the bundle file. The import replaces the path with the file's content, so the
     * database never contains file paths.
     */
    file: z.string().optional(),
  })
  .refine((value) => (value.data_url === undefined) !== (value.file === undefined), 'needs either data_url or file')

/**
 * A bundle: a document that contains the complete configuration of a deployment (wire contract, "The bundle file").
 * Every key is optional.
 */
export const bundle = z.strictObject({
  definitions: z.array(definition).default([]),
  forms: z.array(formSetting).default([]),
  settings: z.array(setting).default([]),
  integrations: z.array(integration).default([]),
  templates: z.array(template).default([]),
  assets: z.array(asset).default([]),
  accounts: z.array(account).default([]),
  tokens: z.array(token).default([]),
  /** The recorded tests of definitions. */
  tests: z.array(bundleTest).default([]),
})

export type Bundle = z.infer<typeof bundle>
export type Setting = z.infer<typeof setting>
export type Template = z.infer<typeof template>
export type BundleTest = z.infer<typeof bundleTest>
export type Asset = z.infer<typeof asset>
