import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs'

/** What a reader of a PDF gets: its language and title, the texts of its pages, and the roles of its structure tree. */
interface ReadPdf {
  language: string | null
  title: string
  pages: string[]
  roles: Set<string>
}

/** Reads a PDF with another library than the one that wrote it. @throws if the file is not a PDF */
export async function readPdf(content: Uint8Array): Promise<ReadPdf> {
  const document = await getDocument({ data: new Uint8Array(content), useSystemFonts: false, verbosity: 0 }).promise
  const { info, metadata: _ } = await document.getMetadata()
  const pages: string[] = []
  const roles = new Set<string>()
  for (let number = 1; number <= document.numPages; number++) {
    const page = await document.getPage(number)
    const { items } = await page.getTextContent()
    pages.push(items.flatMap((item) => ('str' in item ? [item.str] : [])).join(' '))
    const collect = (node: unknown): void => {
      const { role, children = [] } = node as { role?: string; children?: unknown[] }
      if (role !== undefined) roles.add(role)
      children.forEach(collect)
    }
    collect((await page.getStructTree()) ?? {})
  }
  const { Title, Language } = info as { Title: string; Language: string | null }
  await document.destroy()
  return { language: Language, title: Title, pages, roles }
}
