// Package bot puts the program together: [Open] makes the services, builds the features from them and connects both,
// and [Bot.Run] connects and plays until its context ends.
//
// A request goes in one direction: gateway event → router → a feature's handler → a service of the domain, one
// transaction → the display. Deadlines and engine moves arrive through the scheduler, by the same services.
//
// Everything is complete when Open returns. [Bot.Run] starts and waits for everything that runs:
//
//	goroutine                owner                    ends                                            waited for by
//	scheduler and its jobs   Bot.Run                  when the connections have ended                 Bot.Run
//	sweep of cards           Bot.Run                  likewise                                        Bot.Run
//	shared engine use        Bot.Run                  likewise                                        Bot.Run
//	upload of emoji          Bot.Run                  likewise                                        Bot.Run
//	registering commands     Bot.Run                  when done, or likewise                          Bot.Run
//	connections, shards      connection.Manager.Run   with Run's context, once handed over            connection.Manager.Run
//	requests, their answers  Services.Tasks, by the   by themselves; canceled closing after the end   Bot.Run, for closing
//	                         queue of the channel
//	following edits          Services.Background      by themselves; canceled when the scheduler is   Bot.Run, for closing
//	cards being shown        display.Display          by themselves; canceled like requests           Bot.Run, for closing
//	thinking, for jobs       the scheduler's job      with the job                                    the job
//	pages of boards          Bot.Site, by who serves  with their connection, or by Site.Close         Site.Close
//
// A worker runs the scheduler and the sharing of engine use alone.
//
// Out of scope: what any feature does, SQL, sentences.
package bot
