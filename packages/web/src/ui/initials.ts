/** The first two letters of a name, uppercased: what an avatar shows. */
export function initialsOf(name: string): string {
  return Array.from(name.replaceAll(/\s+/gu, '')).slice(0, 2).join('').toUpperCase();
}

/** Five grounds on which white reads at 4.5 to 1 or more; a person keeps the same one everywhere. */
export const avatarGrounds = ['#3F6B75', '#6B5591', '#7A5A3A', '#44693A', '#8A4A5E'] as const;

export function avatarGround(id: number): string {
  return avatarGrounds[Math.abs(id) % avatarGrounds.length] ?? avatarGrounds[0];
}
