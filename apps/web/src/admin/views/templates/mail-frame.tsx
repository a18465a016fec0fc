import { TenantHtml } from '@sportello/fields/react'
import { useLayoutEffect, useState } from 'react'
import { createPortal } from 'react-dom'

/** Frame that shows a mail as its recipient sees it. Scripts do not run in the frame. */
export function MailFrame({ html, title }: { html: string; title: string }) {
  const [frame, setFrame] = useState<HTMLIFrameElement | null>(null)
  const inside = frame?.contentDocument?.body
  return (
    <>
      <iframe ref={setFrame} title={title} className="mail-frame" sandbox="allow-same-origin" />
      {frame && inside && createPortal(<MailBody key={html} document={html} frame={frame} />, inside)}
    </>
  )
}

/**
 * Matches the body element, with its style and content, in the HTML document of a mail that the server has rendered.
 */
const BODY = /<body style="([^"]*)">(.*)<\/body>/s

/**
 * Renders the body of a mail into the preview frame. The component sets each style through the DOM, because the page's
 * Content Security Policy forbids style attributes in HTML, even in frames. It relies on the server's format:
 * attributes are written as `style="…"`, and `>` in a value is written as an entity.
 */
function MailBody({ document, frame }: { document: string; frame: HTMLIFrameElement }) {
  const [, bodyStyle = '', body = ''] = BODY.exec(document) ?? []
  useLayoutEffect(() => {
    const inside = frame.contentDocument
    if (!inside) return
    inside.body.style.cssText = bodyStyle
    for (const element of inside.querySelectorAll<HTMLElement>('[data-style]')) element.style.cssText = element.dataset.style ?? ''
    frame.style.height = `${inside.documentElement.scrollHeight + 2}px`
  }, [frame, bodyStyle])
  return <TenantHtml className="" html={body.replaceAll(/<[a-z][^>]*>/gi, (tag) => tag.replaceAll(/ style="/g, ' data-style="'))} />
}
