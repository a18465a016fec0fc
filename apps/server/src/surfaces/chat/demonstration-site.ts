import { readFile } from 'node:fs/promises'
import type { FastifyInstance } from 'fastify'
import type { Config } from '../../platform/config.ts'

/** Path of the page that shows the demonstration of a live chat. Browsers get it only from demonstration deployments. */
export const DEMONSTRATION_PATH = '/assets/demo-chat'

const FOLDER = new URL('../../../../../demo/chat/', import.meta.url)

/**
 * Content-Security-Policy of the demonstration page. The page runs only its own script, connects to no server, and is
 * shown only in frames of this deployment. With `sandbox` the page gets an opaque origin, so that its script has no
 * access to the form around it, although both come from the same server.
 */
const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'self'",
  "object-src 'none'",
  "require-trusted-types-for 'script'",
  "trusted-types 'none'",
  // `allow-popups` lets browsers follow links to telephone numbers and e-mail addresses.
  'sandbox allow-scripts allow-forms allow-popups',
].join('; ')

/** Returns true if the deployment imports the demonstration customers, and so serves the demonstration of a chat. */
export function hasDemonstrationChat({ demo }: Pick<Config, 'demo'>): boolean {
  return demo.length > 0
}

/**
 * Registers the demonstration of a live chat: a page with one script and one style sheet from `demo/chat`. Registers
 * nothing if the deployment does not import the demonstration customers.
 */
export async function demonstrationChat(app: FastifyInstance, config: Pick<Config, 'demo'>): Promise<void> {
  if (!hasDemonstrationChat(config)) return
  const [page, script, style] = await Promise.all(['index.html', 'chat.js', 'chat.css'].map((name) => readFile(new URL(name, FOLDER))))

  app.get(DEMONSTRATION_PATH, (_request, reply) =>
    reply
      .type('text/html; charset=utf-8')
      .header('cache-control', 'no-store')
      .header('content-security-policy', POLICY)
      .header('x-robots-tag', 'noindex, nofollow')
      .send(page),
  )

  const files = [
    ['chat.js', 'text/javascript; charset=utf-8', script],
    ['chat.css', 'text/css; charset=utf-8', style],
  ] as const
  for (const [name, type, content] of files) {
    app.get(`${DEMONSTRATION_PATH}/${name}`, (_request, reply) =>
      reply
        .type(type)
        .header('cache-control', 'public, max-age=3600')
        // The page has an opaque origin, so for browsers its files come from another origin.
        .header('cross-origin-resource-policy', 'cross-origin')
        .send(content),
    )
  }
}
