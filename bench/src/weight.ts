import { readFileSync } from 'node:fs'
import { brotliCompressSync } from 'node:zlib'
import { buildPeer } from './build-peer.ts'

const CLIENT = new URL('../../apps/web/dist/client/', import.meta.url)
/** Limit in bytes of a first page without questions. */
const LIMIT = 80 * 1000

/** Limit in bytes of a first page with questions, which also loads their code and styles. */
const LIMIT_WITH_QUESTIONS = 101 * 1000

interface ManifestEntry {
  file: string
  name?: string
  imports?: string[]
  isEntry?: boolean
}

const brotli = (content: string | Buffer) => brotliCompressSync(content).length

/**
 * Measures the compressed size (brotli) of the scripts and styles of the visitor's first page: the first script, the
 * scripts that it imports statically, and the styles, which the page contains. Compares it with the size of a page that
 * contains only React, and with the limit.
 */
export async function benchWeight(): Promise<void> {
  const manifest = JSON.parse(readFileSync(new URL('manifest.json', CLIENT), 'utf8')) as Record<string, ManifestEntry>
  const entries = Object.entries(manifest)
  const keysOf = (found: (entry: ManifestEntry) => boolean) => {
    const keys = entries.flatMap(([key, entry]) => (found(entry) ? [key] : []))
    if (keys.length === 0) throw new Error('the build holds no file of the first page')
    return keys
  }
  const withImports = (key: string): string[] => [key, ...(manifest[key]?.imports ?? []).flatMap(withImports)]
  const sizeOf = (keys: string[]) =>
    [...new Set(keys.flatMap(withImports))].reduce((sum, key) => sum + brotli(readFileSync(new URL(manifest[key]?.file ?? '', CLIENT))), 0)
  const first = keysOf(({ file, isEntry }) => isEntry === true || file.endsWith('.css'))
  const ours = sizeOf(first)
  // A page that the server renders with questions contains their styles. All other pages load them as a chunk.
  const withQuestions = sizeOf([...first, ...keysOf(({ name, isEntry }) => !isEntry && (name === 'answering' || name === 'answering-styles'))])
  const peer = brotli(await buildPeer('react-alone.ts'))
  console.log(`first view, script and style, brotli: ${ours} bytes`)
  console.log(`React alone:                          ${peer} bytes`)
  console.log(`ratio: ${(ours / peer).toFixed(2)} of React alone, ${(ours / LIMIT).toFixed(2)} of the limit of ${LIMIT} bytes`)
  console.log(
    `first view with questions:            ${withQuestions} bytes, ${(withQuestions / LIMIT_WITH_QUESTIONS).toFixed(2)} of the limit of ${LIMIT_WITH_QUESTIONS} bytes`,
  )
  if (ours > LIMIT || withQuestions > LIMIT_WITH_QUESTIONS) process.exitCode = 1
}
