import type { FastifyInstance } from 'fastify'

/**
 * Script for other sites that embed a form in a frame. The form in the frame reports its height, and the script sets
 * the
 * height of the frame (attribute `data-sportello`) to it. The script accepts this report only from the page in the
 * frame
 * itself, and only within bounds.
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

/**
 * Registers the script that pages of other sites load to show a form in a frame. The script's URL never changes, so
 * browsers cache the script only for an hour.
 */
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
