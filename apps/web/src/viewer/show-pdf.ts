import { GlobalWorkerOptions, getDocument, type PDFDocumentProxy } from 'pdfjs-dist'
import * as worker from 'pdfjs-dist/build/pdf.worker.mjs'
import { type FileToShow, MAX_SHOWN_PAGES } from '../shared/file-viewer.ts'

declare const DECODERS_FOLDER: string

/** Widest page in pixels, so that a page of absurd size takes no gigabytes. */
const MAX_PIXELS = 2_500

// A page without an origin cannot start a worker from a file. pdf.js runs in the page itself if it finds this object.
Object.assign(globalThis, { pdfjsWorker: worker })
GlobalWorkerOptions.workerSrc = 'none'

/** Shows the pages of a PDF file below each other. Each is drawn when it comes into view, with its text for screen readers. @returns the number of pages of the file */
export async function showPdf(main: Element, { bytes, page: pageLabel }: FileToShow): Promise<number> {
  const pdf = await getDocument({
    data: bytes,
    wasmUrl: DECODERS_FOLDER,
    isEvalSupported: false,
    enableXfa: false,
    stopAtErrors: false,
  }).promise
  const count = Math.min(pdf.numPages, MAX_SHOWN_PAGES)
  const first = await pdf.getPage(1)
  const { width, height } = first.getViewport({ scale: 1 })
  const pages = Array.from({ length: count }, (_, index) => {
    const page = document.createElement('section')
    page.className = 'page'
    page.setAttribute('aria-label', pageLabel.replace('{1}', String(index + 1)).replace('{2}', String(pdf.numPages)))
    page.style.setProperty('aspect-ratio', `${width} / ${height}`)
    return page
  })
  main.append(...pages)
  await draw(pdf, 1, pages[0] as HTMLElement)
  const views = new IntersectionObserver(
    (entries) => {
      for (const { isIntersecting, target } of entries) {
        if (isIntersecting) void draw(pdf, pages.indexOf(target as HTMLElement) + 1, target as HTMLElement)
        else release(target)
      }
    },
    // Without a root of its own, a frame of another origin has no margin.
    { root: document, rootMargin: '100% 0px' },
  )
  for (const page of pages) views.observe(page)
  return pdf.numPages
}

/** Gives back the memory of a page that is out of view. Its text stays. */
function release(page: Element): void {
  const canvas = page.querySelector('canvas')
  if (!canvas) return
  canvas.width = 0
  canvas.remove()
}

async function draw(pdf: PDFDocumentProxy, number: number, into: HTMLElement): Promise<void> {
  if (into.querySelector('canvas')) return
  const page = await pdf.getPage(number)
  const size = page.getViewport({ scale: 1 })
  into.style.setProperty('aspect-ratio', `${size.width} / ${size.height}`)
  const wanted = Math.min(into.clientWidth * window.devicePixelRatio, MAX_PIXELS, (MAX_PIXELS * size.width) / size.height)
  const viewport = page.getViewport({ scale: wanted / size.width })
  const canvas = document.createElement('canvas')
  canvas.width = viewport.width
  canvas.height = viewport.height
  canvas.setAttribute('aria-hidden', 'true')
  await page.render({ canvas, viewport }).promise
  const { items } = await page.getTextContent()
  const text = document.createElement('p')
  text.className = 'text'
  text.textContent = items.map((item) => ('str' in item ? item.str + (item.hasEOL ? '\n' : '') : '')).join('')
  into.replaceChildren(canvas, text)
}
