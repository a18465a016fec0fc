import { z } from 'zod'
import { ASSET_KINDS, MAX_ASSET_BYTES } from '../../form/asset.ts'
import { assetName } from '../../form/bundle.ts'
import { endpoint, MANAGEMENT_ERRORS } from '../define-endpoint.ts'

const none = z.object({})

const listedAsset = z.object({
  kind: z.enum(ASSET_KINDS),
  name: z.string(),
  /** Null where nothing is shown of it: texts. */
  url: z.string().nullable(),
})

export type ListedAsset = z.infer<typeof listedAsset>

export const listAssets = endpoint({
  method: 'GET',
  path: '/managements/assets',
  summary: 'Logos, favicons, backgrounds and texts that a form may name, by kind and name',
  params: none,
  query: z.object({ kind: z.enum(ASSET_KINDS).optional() }),
  status: 200,
  answer: z.array(listedAsset),
  errors: MANAGEMENT_ERRORS,
  role: 'viewer',
})

export const addAsset = endpoint({
  method: 'POST',
  path: '/managements/assets',
  summary: 'Add a logo, favicon, background or file of texts, as a base64 data URL',
  params: none,
  query: none,
  body: z.object({ kind: z.enum(ASSET_KINDS), name: assetName, data_url: z.string().startsWith('data:') }),
  bodyLimit: MAX_ASSET_BYTES * 1.5,
  status: 201,
  answer: listedAsset,
  errors: [...MANAGEMENT_ERRORS, 'forms0017', 'forms_mgmt0003'],
  role: 'operator',
  wholeDeployment: true,
})
