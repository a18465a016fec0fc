import { cpSync, existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitepress'

const DOCS = fileURLToPath(new URL('..', import.meta.url))

/** Returns an entry of the sidebar for a document. The text of the entry is the document's first heading. */
function entry(link: string): { text: string; link: string } {
  const file = join(DOCS, link.endsWith('/') ? `${link}index.md` : `${link}.md`)
  const [, text = link] = /^# (.+)$/m.exec(readFileSync(file, 'utf8')) ?? []
  return { text: text.replaceAll('`', ''), link: `/${link}` }
}

const decisions = readdirSync(join(DOCS, 'decisions'))
  .filter((name) => /^\d{4}-.*\.md$/.test(name))
  .sort()
  .map((name) => entry(`decisions/${name.replace(/\.md$/, '')}`))

/** Files that the documentation pages link to and that the site offers unchanged as downloads. */
const DOWNLOADS = [
  'bundle.schema.json',
  'chat',
  'sso',
  'comune-aurora.png',
  'operators/haproxy.cfg',
  'operators/nginx.conf',
  'operators/prometheus-alerts.yaml',
  'operators/grafana-dashboard.json',
  'operators/probe-form.yaml',
]
const isDownload = (path: string) => DOWNLOADS.some((each) => path === each || path.startsWith(`${each}/`))

export default defineConfig({
  lang: 'en',
  title: 'Sportello',
  description: 'Guided online request forms for many organisations',
  outDir: fileURLToPath(new URL('./dist', import.meta.url)),
  cacheDir: fileURLToPath(new URL('./cache', import.meta.url)),
  cleanUrls: true,
  srcExclude: ['**/node_modules/**'],
  // Links to source files are excluded from this check, because `source-links` below checks them.
  ignoreDeadLinks: [/\.(?:py|java|ts|json|cfg|conf|yaml)$/],
  buildEnd({ outDir }) {
    for (const each of DOWNLOADS) cpSync(join(DOCS, each), join(outDir, each), { recursive: true })
  },
  themeConfig: {
    search: { provider: 'local' },
    outline: [2, 3],
    nav: [
      { text: 'Operators', link: '/operators/' },
      { text: 'Authors', link: '/authors/' },
      { text: 'Integrators', link: '/integrators/' },
      { text: 'Developers', link: '/developers/' },
    ],
    sidebar: [
      {
        text: 'For operators',
        items: [
          'operators/',
          'operators/install',
          'operators/install-debian',
          'operators/install-container',
          'operators/install-kubernetes',
          'operators/install-ansible',
          'operators/many-processes',
          'operators/high-availability',
          'operators/large-backups',
          'operators/daily-work',
          'operators/alerts',
          'configuration',
          'commands',
          'upgrade',
          'security',
        ].map(entry),
      },
      {
        text: 'For authors',
        items: [
          'authors/',
          'authors/editor',
          'authors/preview',
          'authors/look-and-statements',
          'authors/starting-forms',
          'authors/translating',
          'authors/statistics',
          'authors/follow-up',
          'authors/importing',
          'authors/bundle',
          'authors/access',
          'customer-style',
        ].map(entry),
      },
      { text: 'For integrators', items: ['integrators/', 'integrators/embedding', 'webhooks', 'ticket-states', 'sso', 'chat'].map(entry) },
      { text: 'For developers', items: ['developers/', 'map', 'figures', 'asvs', 'threats', 'decisions/'].map(entry) },
      { text: 'Decisions', collapsed: true, items: decisions },
    ],
  },
  markdown: {
    config(md) {
      // Links to source files work only in the repository. On the site they become plain text, with the path of the
      // file as a tooltip.
      md.core.ruler.push('source-links', (state) => {
        const file = String(state.env.relativePath ?? '')
        for (const token of state.tokens.flatMap(({ children }) => children ?? [])) {
          const href = token.attrGet('href')?.split('#')[0]
          if (token.type !== 'link_open' || !href || /^(?:[a-z]+:|\/)/i.test(href)) continue
          const path = join(dirname(file), href)
          if (!existsSync(join(DOCS, path))) throw new Error(`${file} links to ${href}, which does not exist`)
          if (path.startsWith('..')) token.attrs = [['title', relative('..', path)]]
          else if (isDownload(path))
            token.attrs = [
              ['href', `/${path}`],
              ['download', ''],
              ['target', '_self'],
            ]
        }
      })
    },
  },
})
