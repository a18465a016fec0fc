/** Administrator specification, section 9. */
const KEPT_S = 600
const NAME = 'auth_management'

/**
 * Where the operator's credential is kept: a cookie of the dashboard's own addresses, so that all its tabs share it and no call carries
 * it by itself (docs/decisions/0018-dashboard.md). @returns undefined where there is none any more
 */
export function readCredential(): string | undefined {
  return document.cookie
    .split('; ')
    .find((each) => each.startsWith(`${NAME}=`))
    ?.slice(NAME.length + 1)
}

export function keepCredential(credential: string): void {
  write(credential, KEPT_S)
}

export function forgetCredential(): void {
  write('', 0)
}

function write(value: string, seconds: number): void {
  const secure = location.protocol === 'https:' ? '; secure' : ''
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is missing in browsers that the product supports
  document.cookie = `${NAME}=${value}; path=/admin; max-age=${seconds}; samesite=strict${secure}`
}
