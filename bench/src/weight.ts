import { readdirSync, readFileSync } from 'node:fs'
import { brotliCompressSync } from 'node:zlib'
import { build } from 'vite'

const ROOT = new URL('../../', import.meta.url)
/** Limit in bytes of a first page without questions. */
const LIMIT = 85 * 1000

/** Limit in bytes of a first page with questions, which also loads their code and styles. */
const LIMIT_WITH_QUESTIONS = 105 * 1000

const REACT_ALONE = `import { hydrateRoot } from 'react-dom/client'
import { createElement } from 'react'
hydrateRoot(document.body, createElement('p'))`

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
  const peer = await reactAlone()
  console.log(`first view, script and style, brotli: ${ours} bytes`)
  console.log(`React alone:                          ${peer} bytes`)
  console.log(`ratio: ${(ours / peer).toFixed(2)} of React alone, ${(ours / LIMIT).toFixed(2)} of the limit of ${LIMIT} bytes`)
  console.log(
    `first view with questions:            ${withQuestions} bytes, ${(withQuestions / LIMIT_WITH_QUESTIONS).toFixed(2)} of the limit of ${LIMIT_WITH_QUESTIONS} bytes`,
  )
  if (ours > LIMIT || withQuestions > LIMIT_WITH_QUESTIONS) process.exitCode = 1
}

async function reactAlone(): Promise<number> {
  const entry = 'virtual:react-alone'
  const result = await build({
    root: new URL('bench/', ROOT).pathname,
    configFile: false,
    logLevel: 'silent',
    plugins: [
      {
        name: 'react-alone',
        resolveId: (id) => (id === entry ? `${ROOT.pathname}bench/react-alone.ts` : undefined),
        load: (id) => (id.endsWith('/react-alone.ts') ? REACT_ALONE : undefined),
      },
    ],
    build: { write: false, modulePreload: { polyfill: false }, rolldownOptions: { input: entry } },
  })
  const [output] = Array.isArray(result) ? result : [result]
  if (!output || !('output' in output)) throw new Error('nothing was built')
  return brotli(output.output[0].code)
}
