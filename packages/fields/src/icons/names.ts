/**
 * Names of the icons that authors can use (names from Lucide, https://lucide.dev). The command `npm run icons`
 * generates the icon sprite, a file with all icons, from this list. The page does not show icons with other names.
 */
export const ICON_NAMES: ReadonlySet<string> = new Set(
  `accessibility award baby banknote bed bell bike book-open briefcase briefcase-medical building building-2 bus calculator calendar calendar-check calendar-plus
calendar-x camera car cat check church circle-alert circle-check circle-help circle-parking circle-x clipboard-check clipboard-list clock cloud-rain construction
credit-card dog dumbbell droplets ear euro eye file-check file-pen file-text files flag flame folder-open footprints frown fuel gavel gift glasses globe
graduation-cap hammer hand-heart handshake heart heart-pulse hospital hourglass house id-card info key lamp landmark languages laptop leaf library lightbulb link
lock log-in mail mailbox map map-pin megaphone meh message-circle message-square mic monitor moon mountain music package palette party-popper
paw-print pencil phone piggy-bank pill plane plug plus printer receipt recycle road save scale school search send settings shield shield-check ship
shopping-cart smartphone smile snowflake square-parking star stethoscope store sun syringe tablet tag tent ticket traffic-cone train-front trash-2 tree-deciduous trees
triangle-alert trophy truck umbrella upload user user-check user-plus users utensils video volume-2 wallet waves wheat wifi wind wrench x zap`.split(/\s+/),
)

/** Maps each emoji that forms use as an icon to an icon in the sprite, because not every device has an emoji font. */
const SHAPE_OF_EMOJI: Readonly<Record<string, string>> = {
  '📞': 'phone',
  '☎': 'phone',
  '📱': 'smartphone',
  '✉': 'mail',
  '📧': 'mail',
  '📍': 'map-pin',
  '🏛': 'landmark',
  '🏢': 'building-2',
  '🏠': 'house',
  '🏥': 'hospital',
  '🏫': 'school',
  '🚲': 'bike',
  '🚗': 'car',
  '🚌': 'bus',
  '🚆': 'train-front',
  '🕘': 'clock',
  '🕒': 'clock',
  '⏰': 'clock',
  '⏳': 'hourglass',
  '🔗': 'link',
  '📖': 'book-open',
  '📚': 'library',
  '🔒': 'lock',
  '🎉': 'party-popper',
  '🌿': 'leaf',
  '🌳': 'trees',
  '📅': 'calendar',
  '📄': 'file-text',
  '🗑': 'trash-2',
  '💡': 'lightbulb',
  '⚠': 'triangle-alert',
  ℹ: 'info',
  '✅': 'circle-check',
  '❌': 'circle-x',
  '❤': 'heart',
  '👤': 'user',
  '👥': 'users',
  '👶': 'baby',
  '🎓': 'graduation-cap',
  '💶': 'euro',
  '💳': 'credit-card',
  '🔧': 'wrench',
  '⭐': 'star',
  '😀': 'smile',
  '🙂': 'smile',
  '😐': 'meh',
  '🙁': 'frown',
}

/** Unicode variation selectors. They determine whether an emoji is shown as text or in colour. */
const VARIATION = /[\uFE0E\uFE0F]/g

/**
 * Returns the name of the icon in the sprite for an author's icon, which is a name or an emoji; undefined if the sprite
 * does not contain it.
 */
export function shapeOf(icon: string | undefined): string | undefined {
  if (icon === undefined) return undefined
  if (ICON_NAMES.has(icon)) return icon
  const sign = icon.replace(VARIATION, '')
  return Object.hasOwn(SHAPE_OF_EMOJI, sign) ? SHAPE_OF_EMOJI[sign] : undefined
}
