package settings_test

import (
	"testing"

	"yeye/bot/internal/desk"
)

// What people set, and what follows from it, without a socket.
func TestHandlers(t *testing.T) {
	desk.Run(t, map[string]string{
		"nothing chosen": `
			mei: /settings => private **Your settings.** … h2e2 … {Board: default wood night contrast} … [Board] [Language and moves] [Pings and challenges]`,
		"by options": `
			mei: /settings coordinates=none notation=wxf => private **Your settings.** … Coordinates: **none** … C2=5
			mei: /settings                               => private … Coordinates: **none**
			tom: /settings                               => private **Your settings.** Your boards … Choose below, or give options to … {Board
			mei: /settings coordinates=default           => private **Your settings.** … Notation
			tom: /settings challenges=bogus              => private I no longer know that control
			tom: /settings bogus=on                      => private`,
		"by choosing": `
			mei: /settings                     => private
			mei: {Board} night                 => edit … Board: **night** … {Board: default wood night contrast
			mei: [Language and moves]          => edit … {Language: default en-US zh-CN zh-TW vi} {Notation
			mei: {Language} zh-CN              => edit **你的设置。** … 简体中文
			mei: /settings                     => private **你的设置。** … {棋盘
			mei: /settings language=default    => private **Your settings.** … Board: **night**`,
		"language of what is begun": `
			mei: /settings language=vi  => private **Cài đặt của bạn.**
			mei: /play side=red         => card versus **Đến lượt <@201>**
			tom: /board                 => card versus`,
		"blocked": `
			mei: /challenge user=@tom   => card challenge
			tom: [Don't ask again]      => private Declined
			tom: /settings              => private
			tom: [Pings and challenges] => edit … {Take challenges again from … (1): 201}
			tom: {Take challenges again} 201          => edit **Your settings.**
			clock 1h
			mei: /challenge user=@tom   => card challenge`,
	}, "play", "challenges", "settings")
}
