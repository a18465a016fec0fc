import type { FastifyInstance } from 'fastify'

/**
 * Script for other sites' pages that show a form in a frame: it gives each frame marked `data-sportello` the height that the form inside reports. Only the
 * frame's own page may set its height, and only within bounds.
 */
const SCRIPT = `addEventListener('message', (event) => {
  const height = event.data && event.data.sportelloHeight
  if (typeof height !== 'number' || !(height > 0)) return
  for (const frame of document.querySelectorAll('iframe[data-sportello]')) {
    if (frame.contentWindow !== event.source || new URL(frame.src).origin !== event.origin) continue
    frame.style.height = Math.min(Math.max(height, 200), 20000) + 'px'
  }
})
`

/** Registers the script that other sites load beside a form's frame. Its address never changes, so browsers keep it for an hour only. */
export async function embedScript(app: FastifyInstance): Promise<void> {
  app.get('/embed.js', (_request, reply) =>
    reply
      .type('text/javascript; charset=utf-8')
      .header('cache-control', 'public, max-age=3600')
      .header('cross-origin-resource-policy', 'cross-origin')
      .header('x-content-type-options', 'nosniff')
      .send(SCRIPT),
  )
}
