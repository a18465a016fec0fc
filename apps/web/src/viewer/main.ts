import type { FileToShow, ViewerMessage } from '../shared/file-viewer.ts'
import './viewer.css'

const tell = (message: ViewerMessage) => window.parent.postMessage(message, '*')

/** Shows the file that the dashboard sends. Only the first one counts: the dashboard loads the page anew for another file. */
async function show({ data }: MessageEvent<FileToShow>): Promise<void> {
  document.documentElement.lang = data.language
  const main = document.querySelector('main')
  if (!main) return
  main.setAttribute('aria-label', data.name)
  try {
    if (data.mediaType === 'application/pdf') tell({ viewer: 'shown', pages: await (await import('./show-pdf.ts')).showPdf(main, data) })
    else {
      await showPicture(main, data)
      tell({ viewer: 'shown' })
    }
  } catch {
    main.replaceChildren()
    tell({ viewer: 'failed' })
  }
}

async function showPicture(main: Element, { bytes, mediaType, name }: FileToShow): Promise<void> {
  const picture = Object.assign(new Image(), { alt: name, src: URL.createObjectURL(new Blob([bytes], { type: mediaType })) })
  await picture.decode()
  main.append(picture)
}

function listen(event: MessageEvent<FileToShow>): void {
  if (event.source !== window.parent) return
  window.removeEventListener('message', listen)
  void show(event)
}
window.addEventListener('message', listen)
// The dialog around the frame closes with Escape, also while the focus is in here.
window.addEventListener('keydown', ({ key }) => key === 'Escape' && tell({ viewer: 'escape' }))
tell({ viewer: 'ready' })
