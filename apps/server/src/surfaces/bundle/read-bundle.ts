import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { dirname, extname, resolve } from 'node:path'
import type { Asset, Bundle } from '@sportello/contract'
import { bundle as bundleSchema } from '@sportello/contract/schemas'
import { parse as parseYaml } from 'yaml'
import type { z } from 'zod'
import { assetTypeOf, decodeDataUrl } from '../../catalogue/assets/rules.ts'
import { ruleReasonOf as reasonOf } from '../../platform/http/input-errors.ts'
import { isStorableJson } from '../../platform/http/json-limits.ts'
import type { BundleFault } from './bundle-fault.ts'
import { placed, ruleFaults } from './rule-faults.ts'
import { salvage } from './salvage.ts'

/** The result of reading a bundle. `document` is the parsed file, even if the bundle has errors. */
export type BundleReading = { bundle: Bundle; document: unknown; faults: [] } | { bundle: null; document: unknown; faults: BundleFault[] }

const pointerOf = (path: readonly PropertyKey[]) => path.map((part) => `/${String(part).replaceAll('~', '~0').replaceAll('/', '~1')}`).join('')

/** Reads a bundle file (JSON or YAML) and the asset files to which it refers. Returns all errors together. */
export async function readBundleFile(file: string): Promise<BundleReading> {
  let document: unknown
  try {
    const text = await readFile(file, 'utf8')
    document = extname(file) === '.json' ? JSON.parse(text) : parseYaml(text, { maxAliasCount: 1_000 })
  } catch (error) {
    return { bundle: null, document: undefined, faults: [{ pointer: '', message: error instanceof Error ? error.message : String(error) }] }
  }
  return readBundle(document, dirname(resolve(file)))
}

/** Checks a parsed bundle. @param folder the folder of the asset files to which the bundle refers */
export async function readBundle(document: unknown, folder: string): Promise<BundleReading> {
  if (!isBounded(document))
    return { bundle: null, document: undefined, faults: [{ pointer: '', message: 'holds a NUL character, an unpaired surrogate, or is nested too deeply' }] }
  const parsed = bundleSchema.safeParse(document)
  const shapeFaults = parsed.success ? [] : parsed.error.issues.flatMap(faultsOfIssue)
  // Continues with the parts of the bundle that can be parsed, so that a schema error does not hide other errors.
  const readable = parsed.success ? parsed.data : salvage(document)
  const faults = [...shapeFaults, ...ruleFaults(readable)]
  const assets: Asset[] = []
  for (const [at, asset] of placed(readable.assets)) {
    try {
      assets.push(await embedAsset(asset, folder))
    } catch (error) {
      faults.push({
        pointer: `/assets/${at}/${asset.file === undefined ? 'data_url' : 'file'}`,
        message: error instanceof Error ? error.message : String(error),
      })
    }
  }
  if (!parsed.success || faults.length > 0) return { bundle: null, document, faults }
  return { bundle: { ...parsed.data, assets }, document, faults: [] }
}

/**
 * Returns true if the depth and the string lengths of a bundle are within the limits. The number of elements is not
 * limited, because a form may have 10,000 steps.
 */
function isBounded(value: unknown, depth = 0): boolean {
  if (typeof value !== 'object' || value === null) return isStorableJson(value)
  return depth < 80 && Object.entries(value).every(([key, each]) => isStorableJson(key) && isBounded(each, depth + 1))
}

function faultsOfIssue(issue: z.core.$ZodIssue): BundleFault[] {
  if (issue.code === 'unrecognized_keys')
    return issue.keys.map((key) => ({ pointer: pointerOf([...issue.path, key]), message: 'is not a known key', reason: ['unknown'] }))
  const reason = reasonOf(issue)
  return [{ pointer: pointerOf(issue.path), message: issue.message, ...(reason && { reason }) }]
}

/**
 * Loads the content of a bundle's asset from its data URL or from a file. Accepts only raster images, which it
 * recognises by their first bytes, and phrases as JSON.
 */
async function embedAsset(asset: Asset, folder: string): Promise<Asset> {
  const content =
    asset.file === undefined
      ? decodeDataUrl(asset.data_url ?? '')
      : await readFile(resolve(folder, asset.file)).catch(() => {
          throw new Error(`"${asset.file}" cannot be read`)
        })
  return { kind: asset.kind, name: asset.name, data_url: `data:${assetTypeOf(asset.kind, content)};base64,${content.toString('base64')}` }
}

export function hashOf(content: Buffer | string): string {
  return createHash('sha256').update(content).digest('base64url')
}
