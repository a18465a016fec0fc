import { z } from 'zod'
import { ASSET_KINDS, MAX_ASSET_BYTES } from '../../form/asset.ts'
import { assetName } from '../../form/bundle.ts'
import { endpoint, MANAGEMENT_ERRORS } from '../define-endpoint.ts'

const none = z.object({})
const kind = z.enum(ASSET_KINDS)
const dataUrl = z.string().startsWith('data:')

const listedAsset = z.object({
  kind,
  name: z.string(),
  /**
   * URL of the asset. It depends on the content, so an asset with new content gets a new URL. Null for assets that the
   * server does not serve, such as texts.
   */
  url: z.string().nullable(),
  media_type: z.string(),
  bytes: z.number(),
  /**
   * `uses` is the number of forms that use the asset; only forms that the operator may manage are counted. `used_by`
   * contains the first codes of these forms, sorted.
   */
  uses: z.number(),
  used_by: z.array(z.string()),
  version: z.string(),
})

export type ListedAsset = z.infer<typeof listedAsset>

/** The texts keep the order of the file. A key is the key of a phrase, or a language code, a dot and that key. */
const assetTexts = listedAsset.extend({ texts: z.record(z.string(), z.string()) })

export type AssetTexts = z.infer<typeof assetTexts>

const named = { path: '/managements/assets/{kind}/{name}', params: z.object({ kind, name: assetName }), query: none } as const
const changing = { role: 'operator', wholeDeployment: true } as const

export const listAssets = endpoint({
  method: 'GET',
  path: '/managements/assets',
  summary: 'List logos, favicons, backgrounds and text files by kind and name, with the forms that use them',
  params: none,
  query: z.object({ kind: kind.optional() }),
  status: 200,
  answer: z.array(listedAsset),
  errors: MANAGEMENT_ERRORS,
  role: 'viewer',
})

export const getAssetTexts = endpoint({
  method: 'GET',
  path: `${named.path}/texts`,
  summary: 'Get the texts of a text file by key, with the version of the file and the forms that use it',
  params: named.params,
  query: none,
  status: 200,
  answer: assetTexts,
  errors: [...MANAGEMENT_ERRORS, 'http_not_found'],
  role: 'viewer',
})

export const addAsset = endpoint({
  method: 'POST',
  path: '/managements/assets',
  summary: 'Add a logo, favicon, background or text file as a base64 data URL',
  params: none,
  query: none,
  body: z.object({ kind, name: assetName, data_url: dataUrl }),
  bodyLimit: MAX_ASSET_BYTES * 1.5,
  status: 201,
  answer: listedAsset,
  errors: [...MANAGEMENT_ERRORS, 'forms0017', 'forms_mgmt0003'],
  ...changing,
})

export const replaceAsset = endpoint({
  ...named,
  ...changing,
  method: 'PUT',
  summary: 'Replace the content of an asset; forms that use it show the new content',
  body: z.object({ data_url: dataUrl }),
  bodyLimit: MAX_ASSET_BYTES * 1.5,
  status: 200,
  answer: listedAsset,
  errors: [...MANAGEMENT_ERRORS, 'forms0017', 'forms_mgmt0004', 'http_not_found'],
})

export const deleteAsset = endpoint({
  ...named,
  ...changing,
  method: 'DELETE',
  summary: 'Delete an asset that no form uses',
  status: 200,
  answer: none,
  errors: [...MANAGEMENT_ERRORS, 'forms_mgmt0002', 'forms_mgmt0004'],
})
