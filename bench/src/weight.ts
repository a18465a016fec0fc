import { readdirSync, readFileSync } from 'node:fs'
import { brotliCompressSync } from 'node:zlib'
import { buildPeer } from './build-peer.ts'

const ROOT = new URL('../../', import.meta.url)
/** Limit in bytes of a first page without questions. */
const LIMIT = 85 * 1000

/** Limit in bytes of a first page with questions, which also loads their code and styles. */
const LIMIT_WITH_QUESTIONS = 105 * 1000

const brotli = (content: string | Buffer) => brotliCompressSync(content).length

/**
 * Measures the compressed size (brotli) of the scripts and styles of the visitor's first page. Compares it with the
 * size of a page that contains only React, and with the limit.
 */
export async function benchWeight(): Promise<void> {
  const assets = new URL('apps/web/dist/client/assets/', ROOT)
  const sizeOf = (files: RegExp) =>
    readdirSync(assets)
      .filter((name) => files.test(name))
      .reduce((sum, name) => sum + brotli(readFileSync(new URL(name, assets))), 0)
  const ours = sizeOf(/^(?:visitor|style)-.*\.(?:js|css)$/)
  // The chunk contains the styles too. A page that the server renders with questions contains them a second time.
  const withQuestions = ours + sizeOf(/^answering-.*\.js$/)
  const peer = brotli(await buildPeer('react-alone.ts'))
  console.log(`first view, script and style, brotli: ${ours} bytes`)
  console.log(`React alone:                          ${peer} bytes`)
  console.log(`ratio: ${(ours / peer).toFixed(2)} of React alone, ${(ours / LIMIT).toFixed(2)} of the limit of ${LIMIT} bytes`)
  console.log(
    `first view with questions:            ${withQuestions} bytes, ${(withQuestions / LIMIT_WITH_QUESTIONS).toFixed(2)} of the limit of ${LIMIT_WITH_QUESTIONS} bytes`,
  )
  if (ours > LIMIT || withQuestions > LIMIT_WITH_QUESTIONS) process.exitCode = 1
}
