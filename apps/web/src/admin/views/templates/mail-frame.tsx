import { TenantHtml } from '@sportello/fields/react'
import { useLayoutEffect, useState } from 'react'
import { createPortal } from 'react-dom'

/** A mail as it is sent, in a frame of its own where no script runs. */
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

/** The parts of the document that the server makes around every mail: the style of its body, and what is in it. */
const BODY = /<body style="([^"]*)">(.*)<\/body>/s

/**
 * The page's policy forbids style attributes in markup, in its frames too: they are set one by one, which it allows. The server writes each as
 * `style="…"`, and `>` in a value as an entity.
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
